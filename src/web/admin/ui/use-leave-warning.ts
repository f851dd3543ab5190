import { useEffect } from 'react';

/**
 * Asks for confirmation before unsaved changes are lost because the page is closed, reloaded or left by a link or the back
 * button. The browser asks only when it leaves the document. So it, not the router, follows links until the changes are saved.
 * A browser that cannot stop its back button leaves without asking.
 */
export function useLeaveWarning(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return undefined;
    const warnBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    const leaveToBrowser = (event: MouseEvent): void => {
      const isLink = event.target instanceof Element && event.target.closest('a[href]') !== null;
      if (isLink) event.stopPropagation(); // before the router sees the click
    };
    const askBeforeBack = (event: NavigateEvent): void => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return;
      // oxlint-disable-next-line eslint/no-alert -- the browser goes back unless it is told not to during the event
      if (!window.confirm('Leave this page? Your changes are not saved.')) event.preventDefault();
    };
    const { navigation }: Partial<Pick<Window, 'navigation'>> = window; // older browsers have none
    window.addEventListener('beforeunload', warnBeforeUnload);
    window.addEventListener('click', leaveToBrowser, { capture: true });
    navigation?.addEventListener('navigate', askBeforeBack);
    return () => {
      window.removeEventListener('beforeunload', warnBeforeUnload);
      window.removeEventListener('click', leaveToBrowser, { capture: true });
      navigation?.removeEventListener('navigate', askBeforeBack);
    };
  }, [hasChanges]);
}
