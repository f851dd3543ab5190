import { afterEach } from 'vitest';

/**
 * Testing Library removes rendered components automatically only if test functions are globals, which they are not here.
 * Waiting may take long on a slow machine; the test's own time limit is enough.
 */
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 120_000 });
  afterEach(cleanup);
}
