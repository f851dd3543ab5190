import { useLayoutEffect, useRef } from 'react';

/**
 * Returns focus to the button that had it before it was disabled during an action. Browsers drop the focus of a disabled
 * button, which would send keyboard users back to the top of the page. Focus that has moved elsewhere stays there.
 */
export function useFocusRestore(isBusy: boolean): void {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    const previous = focused.current;
    focused.current = isBusy ? document.activeElement : null;
    if (!isBusy && previous instanceof HTMLElement && isFocusNowhere()) previous.focus({ preventScroll: true });
  }, [isBusy]);
}

/** Whether nothing on the page has focus, for example because the focused element was removed. */
export const isFocusNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;
