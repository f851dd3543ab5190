import { useSyncExternalStore } from 'react';

/** False in the prerendered page and while React takes it over; what needs JavaScript stays disabled until then. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

const neverChanges = (): (() => void) => () => undefined;
