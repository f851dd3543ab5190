import { useEffect, type RefObject } from 'react';
import { moveFocusTo } from '#web/ui/scroll-to-section.ts';
import { isFocusNowhere } from '#web/ui/use-focus-restore.ts';

/**
 * Moves focus to the page's title when the focused element is removed, as the button of an action that is no longer possible is.
 * Otherwise the next press of Tab would begin at the top of the document.
 */
export function useFocusRescue(title: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let focused: Node | null = null;
    const remember = ({ target }: FocusEvent): void => {
      focused = target instanceof Node ? target : null;
    };
    const forget = (): void => {
      const left = focused;
      queueMicrotask(() => {
        if (left?.isConnected && focused === left) focused = null; // it was left, not removed
      });
    };
    const rescue = new MutationObserver(() => {
      if (focused === null || focused.isConnected) return;
      focused = null;
      if (title.current && isFocusNowhere()) moveFocusTo(title.current);
    });
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', forget);
    rescue.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', forget);
      rescue.disconnect();
    };
  }, [title]);
}
