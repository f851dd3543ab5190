import { useState, type JSX, type ReactNode } from 'react';
import { AppRouter } from '#web/app-router.tsx';

interface RouterAtProps {
  /** Address to start from. */
  readonly address?: string;
  /** The history state that the previous page passed to this one. */
  readonly state?: unknown;
  readonly children: ReactNode;
}

/** The app's router, opened at an address. */
export function RouterAt({ address = '/', state = null, children }: RouterAtProps): JSX.Element {
  // Set the address before the router reads it. Prerendering has no document, and no address.
  useState(() => typeof document !== 'undefined' && window.history.replaceState(state, '', address));
  return <AppRouter>{children}</AppRouter>;
}
