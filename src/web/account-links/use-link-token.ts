import { useLocation } from 'react-router';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';

/**
 * The token of a mailed link. It stands behind the `#` of the address, which browsers keep to themselves: no server, no log
 * and no other site learns it. `loading` in the prerendered page, `missing` for an address without one.
 */
export type LinkToken =
  | { readonly code: 'found'; readonly token: string }
  | { readonly code: 'loading' }
  | { readonly code: 'missing' };

/** Reads the token of the link that led here. */
export function useLinkToken(): LinkToken {
  const isHydrated = useIsHydrated();
  const { hash } = useLocation();
  if (!isHydrated) return { code: 'loading' };
  return hash.length > 1 ? { code: 'found', token: hash.slice(1) } : { code: 'missing' };
}
