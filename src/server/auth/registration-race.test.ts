import { afterAll, beforeAll, expect, test } from 'vitest';
import { register, registration } from '#test/support/accounts/signed-in.ts';
import { startTwoApps, type TwoApps } from '#test/races/two-apps.ts';

let apps: TwoApps;

beforeAll(async () => {
  apps = await startTwoApps();
});
afterAll(() => apps.close());

const registerAtOnce = async (bodies: readonly object[]) => {
  const responses = await Promise.all(
    bodies.map((body, index) => register(index % 2 === 0 ? apps.first : apps.second, body)),
  );
  return responses.map((response) => response.json<{ code?: string }>().code ?? 'registered').toSorted();
};
const accountsNamed = async (column: 'username_key' | 'email_key', key: string): Promise<number> =>
  (await apps.first.deps.db.read.selectFrom('users').select('id').where(column, '=', key).execute()).length;

test('of simultaneous registrations of one username on two servers, one succeeds', async () => {
  const bodies = ['Racer', 'racer', 'RACER', '\uff32acer'].map((username) => registration({ username }));
  bodies.forEach((body, index) => Object.assign(body, { email: `racer${index}@example.org` }));
  expect(await registerAtOnce(bodies)).toEqual(['registered', 'username_taken', 'username_taken', 'username_taken']);
  expect(await accountsNamed('username_key', 'racer')).toBe(1);
});

test('of simultaneous registrations of one email address on two servers, one succeeds', async () => {
  const bodies = [1, 2, 3, 4].map(() => registration({ email: 'one@example.org' }));
  expect(await registerAtOnce(bodies)).toEqual(['email_taken', 'email_taken', 'email_taken', 'registered']);
  expect(await accountsNamed('email_key', 'one@example.org')).toBe(1);
});
