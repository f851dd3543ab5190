import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signInState } from '#web/session/index.ts';
import { destinationFor, purposeOf } from './sign-in-purpose.ts';

const purposeFor = (returnTo: string, hasSessionEnded = false) => purposeOf(signInState({ returnTo, hasSessionEnded }));

const none = { sentence: '', destination: { to: '/', state: null } };

describe('signing in', () => {
  test.each([
    ['/impact', 'Sign in or register to see your impact.'],
    ['/donation-history', 'Sign in or register to see your donations.'],
    ['/rewards', 'Sign in or register to see your rewards.'],
    ['/account#monthly', 'Sign in or register to manage your account.'],
    ['/claim/don_1', 'Sign in or register to claim your donation.'],
    ['/admin/messages', 'Sign in or register to read messages.'],
    ['/admin', 'Sign in or register to open the admin area.'],
    ['/admin/donations/don_1', 'Sign in or register to open the admin area.'],
  ])('for %s says why, and leads to that page', (returnTo, sentence) => {
    expect(purposeFor(returnTo)).toEqual({ sentence, destination: { to: returnTo, state: null } });
  });

  test('for a monthly donation leads to the basket, at exactly /', () => {
    expect(purposeFor('/')).toEqual({
      sentence: "Sign in or register to set up your monthly donation. We've kept your basket.",
      destination: { to: '/', state: { section: 'donate' } },
    });
  });

  test.each([
    [false, 'Sign in or register to donate.'],
    [true, 'Your session has ended. Please sign in again to donate.'],
  ])('for a one-time donation says that everyone has to sign in (session ended: %s)', (hasSessionEnded, task) => {
    expect(purposeOf(signInState({ returnTo: '/', hasSessionEnded, isForEveryone: true }))).toEqual({
      sentence: `For now we ask everyone to sign in before donating, to protect against card fraud. ${task} We've kept your basket.`,
      destination: { to: '/', state: { section: 'donate' } },
    });
  });

  test('for the admin area leads everyone but staff home', () => {
    expect(destinationFor(false, purposeFor('/admin/review')).to).toBe('/');
    expect(destinationFor(true, purposeFor('/admin/review')).to).toBe('/admin/review');
    expect(destinationFor(false, purposeFor('/account')).to).toBe('/account');
  });

  test('again after the session has ended says that it ended', () => {
    expect(purposeFor('/rewards', true).sentence).toBe(
      'Your session has ended. Please sign in again to see your rewards.',
    );
  });

  test.each([
    '',
    'constructor',
    '/auth',
    '/faq',
    '//evil.example/impact',
    '//claim/don_1',
    '/claim',
    '/claim/../evil',
    '/claim//evil.example',
    '/claim/don_1?x',
    'https://evil.example/',
    '/impact/../evil',
  ])('never leads to %j', (returnTo) => expect(purposeFor(returnTo)).toEqual(none));

  test('leads only to listed pages, whatever the history state is', () => {
    const listed =
      /^(\/|\/impact|\/donation-history|\/rewards|\/account|\/team-invitation|\/admin(\/[\w-]+)*|\/claim\/[\w-]+)(#|$)/;
    const returnTo = fc.oneof(fc.webPath(), fc.webUrl(), fc.string(), fc.anything());
    fc.assert(
      fc.property(returnTo, (value) => {
        expect(purposeOf({ signIn: { returnTo: value } }).destination.to).toMatch(listed);
        expect(purposeOf(value)).toEqual(none);
      }),
    );
  });
});
