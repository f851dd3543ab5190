import { afterEach } from 'vitest';

/**
 * Testing Library removes rendered components automatically only if test functions are globals, but in this project they are not.
 * Waiting can take long on a slow machine, so only the test's own time limit applies.
 */
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 120_000 });
  afterEach(cleanup);
}
