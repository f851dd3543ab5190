import type { JSX, ReactNode } from 'react';
import { useAreCookiesBlocked } from '#web/browser-storage.ts';

/** A note for visitors whose browser blocks cookies. */
export const CookiesNeeded = ({ children }: { readonly children: ReactNode }): JSX.Element | null =>
  useAreCookiesBlocked() ? <p className="mt-4 rounded-xl bg-tint p-4">{children}</p> : null;
