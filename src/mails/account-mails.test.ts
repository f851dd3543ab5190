import { describe, expect, test } from 'vitest';
import type { MailContents } from '#domain/mail/mail.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';

const renderMail = builtMails();

async function read<Name extends keyof MailContents>(name: Name, content: MailContents[Name]): Promise<string> {
  const { text } = await renderMail(name, content);
  return text.replaceAll(/\s+/g, ' ');
}

const link = { username: 'noor', linkUrl: 'https://give.example/link#token', validHours: 72 };

const passwordChanged = { username: 'noor', signInUrl: 'https://give.example/auth', isFactorRemoved: false };

describe('the emails about an account', () => {
  test.each([
    [
      'confirm_email',
      "We're glad you're here. Please confirm your address so that receipts and password links reach you.",
      "The link works once and expires in 3 days. If you didn't create a Kindbite account, you can ignore this email.",
    ],
    [
      'change_email',
      'You asked us to email you here from now on. Once you confirm this address, it replaces your old one.',
      "The link works once and expires in 3 days. If you didn't ask for this, you can ignore this email. Nothing will change.",
    ],
    [
      'reset_password',
      "Use this link to choose a new password. You'll need to sign in again on every device.",
      "The link works once and expires in 3 days. If you didn't ask for this, you can ignore this email. Your password won't change.",
    ],
  ] as const)('%s says why the link was sent, and what to do if it is not yours', async (name, reason, ignoreNote) => {
    const text = await read(name, link);
    expect(text).toContain(reason);
    expect(text).toContain(ignoreNote);
    expect(text).toContain(link.linkUrl);
  });

  test.each([
    [1, 'expires in one hour'],
    [24, 'expires in 24 hours'],
    [72, 'expires in 3 days'],
  ])('a link that works for %d hours %s', async (validHours, sentence) => {
    expect(await read('reset_password', { ...link, validHours })).toContain(sentence);
  });

  test('the old address learns that this is the last email', async () => {
    expect(await read('email_changed', { username: 'noor' })).toContain(
      "Your account noor has a new email address. If this was you, there's nothing to do. This is the last email we'll send to this address. If it wasn't you, please write to hello@kindbite.example right away. We'll help you get your account back.",
    );
  });

  test('a changed password says that other devices are signed out, and where to get a link', async () => {
    expect(await read('password_changed', passwordChanged)).toContain(
      "Your account noor has a new password, and your other devices have been signed out. If this was you, there's nothing to do. If it wasn't you, request a link to choose another password at https://give.example/auth right away, and write to hello@kindbite.example. We'll help you.",
    );
  });

  test('a changed password says that a second factor was removed, and only then', async () => {
    const sentence =
      'Two-step sign-in was turned off, because it had been set up before this email address was confirmed. You can turn it on again on your account page.';
    expect(await read('password_changed', { ...passwordChanged, isFactorRemoved: true })).toContain(sentence);
    expect(await read('password_changed', passwordChanged)).not.toContain('Two-step');
  });

  test('the newsletter email says that nothing is sent without a confirmation', async () => {
    const { linkUrl, validHours } = link;
    const text = await read('newsletter_confirmation', {
      linkUrl,
      validHours,
      unsubscribeUrl: 'https://give.example/leave',
    });
    expect(text).toContain('Confirm your subscription');
    expect(text).toContain(
      "If you didn't ask for this, you can ignore this email: we won't send anything unless you confirm. You can also unsubscribe https://give.example/leave at any time.",
    );
  });
});
