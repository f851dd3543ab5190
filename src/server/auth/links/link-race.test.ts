import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, logInAt, mailedToken, mailedTokens, queuedKinds } from '#test/support/accounts/account-calls.ts';
import { donorPassword, signIn } from '#test/support/accounts/signed-in.ts';
import { startTwoApps, type TwoApps } from '#test/races/two-apps.ts';

let apps: TwoApps;

beforeAll(async () => {
  apps = await startTwoApps();
});
afterAll(() => apps.close());

const codesOf = async (url: string, bodies: readonly object[]): Promise<string[]> => {
  const responses = await Promise.all(
    bodies.map((body, index) => call(index % 2 === 0 ? apps.first : apps.second, { method: 'POST', url, body })),
  );
  return responses.map((response) => response.json<{ code?: string }>().code ?? 'done').toSorted();
};
const requestLinks = (times: number, email: string): Promise<string[]> =>
  codesOf(
    '/api/password-link',
    Array.from({ length: times }, () => ({ email })),
  );
const passwords = ['password-1', 'password-2', 'password-3', 'password-4'];

test('a link used on two servers at the same time works once, and sets one of the passwords', async () => {
  await signIn(apps.first, { username: 'ana', email: 'ana@example.org' });
  await requestLinks(1, 'ana@example.org');
  const token = await mailedToken(apps.first, 'reset_password');
  const bodies = passwords.map((password) => ({ token, password }));
  expect(await codesOf('/api/password-reset', bodies)).toEqual([
    'done',
    'link_invalid',
    'link_invalid',
    'link_invalid',
  ]);
  const logins = await Promise.all(passwords.map((password) => logInAt(apps.first, { username: 'ana', password })));
  expect(logins.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('of several links of one account used at the same time, one works', async () => {
  await signIn(apps.first, { email: 'bob@example.org' });
  await requestLinks(3, 'bob@example.org');
  const tokens = (await mailedTokens(apps.first, 'reset_password')).slice(-3);
  const bodies = tokens.map((token) => ({ token, password: 'battery staple' }));
  expect(await codesOf('/api/password-reset', bodies)).toEqual(['done', 'link_invalid', 'link_invalid']);
});

test('twenty requests on two servers send three emails', async () => {
  await signIn(apps.first, { email: 'cleo@example.org' });
  const before = (await queuedKinds(apps.first)).length;
  expect(new Set(await requestLinks(20, 'cleo@example.org'))).toEqual(new Set(['done']));
  expect((await queuedKinds(apps.first)).length - before).toBe(3);
});

test('of accounts that confirm one address on two servers at the same time, one gets it', async () => {
  for (let number = 0; number < 3; number += 1) {
    const { cookie } = await signIn(apps.first);
    const body = { email: 'one@example.org', password: donorPassword };
    await call(apps.first, { method: 'POST', url: '/api/account/email', cookie, body });
  }
  const tokens = await mailedTokens(apps.first, 'change_email');
  const codes = await codesOf(
    '/api/confirm-email',
    tokens.map((token) => ({ token })),
  );
  expect(codes).toEqual(['done', 'email_taken', 'email_taken']);
});
