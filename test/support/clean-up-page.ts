import { afterEach } from 'vitest';

/**
 * Testing Library takes rendered components away by itself only where test functions are globals, which they are not here. What
 * a test waits for may take long on a slow machine; the test's own time limit is enough.
 */
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 15_000 });
  afterEach(cleanup);
}
