import { useLayoutEffect, useRef } from 'react';

/**
 * Gives focus back to the button that had it before it was disabled for the time of a deed. Browsers take the focus of what is
 * disabled, and whoever goes by keyboard would begin at the top of the page again. Who has gone elsewhere meanwhile stays there.
 */
export function useKeptFocus(isBusy: boolean): void {
  const holder = useRef<Element>(null);
  useLayoutEffect(() => {
    const held = holder.current;
    holder.current = isBusy ? document.activeElement : null;
    if (!isBusy && held instanceof HTMLElement && isFocusNowhere()) held.focus({ preventScroll: true });
  }, [isBusy]);
}

/** Whether nothing on the page has focus, as when what had it is gone. */
export const isFocusNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;
