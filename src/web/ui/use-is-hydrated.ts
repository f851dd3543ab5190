import { useSyncExternalStore } from 'react';

/** False in the prerendered page and during hydration. Controls that need JavaScript are disabled until it is true. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

const neverChanges = (): (() => void) => () => undefined;
