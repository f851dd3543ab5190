import { vi } from 'vitest';

/**
 * Hashes passwords with the real library at a small fraction of the product's cost, because very many server tests sign
 * someone in. `password.test.ts` and the browser tests use the real cost.
 */
vi.mock(import('@node-rs/argon2'), async (importOriginal) => {
  const library = await importOriginal();
  const quick = { memoryCost: 64, timeCost: 1, parallelism: 1 };
  return {
    ...library,
    hash: (password, cost) => library.hash(password, { ...cost, ...quick }),
    verify: (passwordHash, password) =>
      library.verify(String(passwordHash).replace(/m=\d+,t=\d+,p=\d+/, 'm=64,t=1,p=1'), password),
  };
});
