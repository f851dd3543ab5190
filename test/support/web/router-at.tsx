import { useState, type JSX, type ReactNode } from 'react';
import { AppRouter } from '#web/app-router.tsx';

interface RouterAtProps {
  /** Address to start from. */
  readonly address?: string;
  /** What the navigation to it left for the page. */
  readonly state?: unknown;
  readonly children: ReactNode;
}

/** The app's router, opened at an address. */
export function RouterAt({ address = '/', state = null, children }: RouterAtProps): JSX.Element {
  useState(() => window.history.replaceState(state, '', address)); // before the router reads it
  return <AppRouter>{children}</AppRouter>;
}
