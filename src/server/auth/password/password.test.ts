import { parseOptions } from '@node-rs/argon2';
import { afterAll, expect, test, vi } from 'vitest';
import * as passwords from './password.ts';

vi.unmock('@node-rs/argon2'); // every other test uses a fast stand-in, and shares its modules with other files
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

const deps = { passwordQueue: passwords.createPasswordQueue(64) };
const address = '203.0.113.7';
const hashPassword = (password: string): Promise<string> => passwords.hashPassword(deps, password, address);
const isPassword = (password: string, passwordHash: string | undefined): Promise<boolean> =>
  passwords.whenHashing(deps, address, (hasher) => hasher.isPassword(password, passwordHash));

test('a hash is argon2id with 19 MiB, two passes, one lane and its own salt', async () => {
  const [first, second] = [await hashPassword('secret7'), await hashPassword('secret7')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(parseOptions(first)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 });
  expect(second).not.toBe(first);
});

test('only the password of a hash matches it', async () => {
  const stored = await hashPassword('secret7');
  expect(await isPassword('secret7', stored)).toBe(true);
  for (const wrong of ['secret8', 'Secret7', 'secret7 ', ' secret7', '']) {
    expect({ wrong, isRight: await isPassword(wrong, stored) }).toEqual({ wrong, isRight: false });
  }
});

test('another Unicode form of a password is the same password', async () => {
  expect(await isPassword('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true);
});

test('without a hash every password is wrong, even the decoy', async () => {
  expect(await isPassword('no password has this digest.....', undefined)).toBe(false);
  expect(await isPassword('', undefined)).toBe(false);
});

test('simultaneous checks each get their own result', async () => {
  const stored = await hashPassword('secret7');
  const responses = await Promise.all(
    ['secret7', 'wrong-1', 'secret7', 'wrong-2', 'wrong-3', 'secret7'].map((tried) => isPassword(tried, stored)),
  );
  expect(responses).toEqual([true, false, true, false, false, true]);
});

test('a malformed hash throws and does not affect later checks', async () => {
  const stored = await hashPassword('secret7');
  const broken = await Promise.allSettled([1, 2, 3].map(() => isPassword('secret7', 'no hash')));
  expect(broken.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await Promise.all([isPassword('secret7', stored), isPassword('secret7', stored)])).toEqual([true, true]);
});
