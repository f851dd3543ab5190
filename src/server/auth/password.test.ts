import { parseOptions } from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { hashPassword, isPassword } from './password.ts';

vi.unmock('@node-rs/argon2'); // which everywhere else is quick

test('a hash is argon2id at 19 MiB, two passes, one lane, with a salt of its own', async () => {
  const [first, second] = [await hashPassword('secret7'), await hashPassword('secret7')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(parseOptions(first)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 });
  expect(second).not.toBe(first);
});

test('the password of a hash is recognised, every other is not', async () => {
  const kept = await hashPassword('secret7');
  expect(await isPassword('secret7', kept)).toBe(true);
  for (const wrong of ['secret8', 'Secret7', 'secret7 ', ' secret7', '']) {
    expect({ wrong, isRight: await isPassword(wrong, kept) }).toEqual({ wrong, isRight: false });
  }
});

test('a password typed in another Unicode form is the same password', async () => {
  expect(await isPassword('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true);
});

test('without a hash every password is wrong, also the decoy itself', async () => {
  expect(await isPassword('no password has this digest.....', undefined)).toBe(false);
  expect(await isPassword('', undefined)).toBe(false);
});

test('many at once are all answered, each with its own', async () => {
  const kept = await hashPassword('secret7');
  const answers = await Promise.all(
    ['secret7', 'wrong-1', 'secret7', 'wrong-2', 'wrong-3', 'secret7'].map((tried) => isPassword(tried, kept)),
  );
  expect(answers).toEqual([true, false, true, false, false, true]);
});

test('a broken hash is an accident that the next one does not suffer from', async () => {
  const kept = await hashPassword('secret7');
  const broken = await Promise.allSettled([1, 2, 3].map(() => isPassword('secret7', 'no hash')));
  expect(broken.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await Promise.all([isPassword('secret7', kept), isPassword('secret7', kept)])).toEqual([true, true]);
});
