import { vi } from 'vitest';

/**
 * Passwords are hashed by the real library, at a hundredth of the product's cost: nearly every test of the server signs somebody
 * in. `password.test.ts` holds the real cost, and so do the journeys.
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
