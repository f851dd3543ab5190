import { moveFocusTo } from './scroll-to-section.ts';
import { isFocusNowhere } from './use-focus-restore.ts';

/**
 * Moves focus to the page's title if it is lost before the person acts again, as when the button that opened a dialog goes with
 * the state that its action has ended. Otherwise the next press of Tab would begin at the top of the document.
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
