import { useLayoutEffect, useRef } from 'react';
import { moveFocusTo } from './scroll-to-section.ts';

/**
 * Returns focus to the button that had it before it was disabled during an action. Browsers drop the focus of a disabled
 * button, which would send keyboard users back to the top of the page. Focus that has moved elsewhere stays there.
 */
export function useFocusRestore(isBusy: boolean): void {
  const focused = useRef<EventTarget>(null);
  useLayoutEffect(() => {
    const previous = focused.current;
    focused.current = isBusy ? lastFocused : null;
    if (!isBusy && previous instanceof HTMLElement && isFocusNowhere()) previous.focus({ preventScroll: true });
  }, [isBusy]);
}

/** Returns true if nothing on the page has focus, for example because the focused element was removed. */
export const isFocusNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * Moves focus to the page's title if focus is lost before the person acts again, for example because the button that opened a
 * dialog disappears after its action has succeeded. Otherwise the next press of Tab would begin at the top of the document.
 */
export function rescueFocus(): void {
  const rescue = new MutationObserver(() => {
    const title = document.querySelector('h1');
    if (title && isFocusNowhere()) moveFocusTo(title);
  });
  const stop = (): void => rescue.disconnect();
  rescue.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('pointerdown', stop, { once: true });
  document.addEventListener('keydown', stop, { once: true });
}

/**
 * The element that has focus, or had it until it was disabled. Some browsers drop the focus of a button as soon as it is
 * disabled, before an effect can read it.
 */
let lastFocused: EventTarget | null = null;

if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => (lastFocused = target));
  document.addEventListener('focusout', ({ target }) => {
    const isDisabled = target instanceof Element && target.matches(':disabled');
    if (!isDisabled) lastFocused = null; // a `focusin` follows if focus moves
  });
}
