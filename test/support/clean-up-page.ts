import { afterEach } from 'vitest';

/** Testing Library takes rendered components away by itself only where test functions are globals, which they are not here. */
if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react');
  afterEach(cleanup);
}
