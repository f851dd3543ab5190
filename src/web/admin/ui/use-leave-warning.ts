import { useEffect } from 'react';

/**
 * Asks before a page with changes that are not saved is closed, reloaded or left by a link or the back button. The browser asks
 * only when it leaves the document, so it follows links itself until the changes are saved. Where the browser cannot stop its
 * back button, it leaves without asking.
 */
export function useLeaveWarning(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return undefined;
    const warnBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    const leaveToBrowser = (event: MouseEvent): void => {
      const isLink = event.target instanceof Element && event.target.closest('a[href]') !== null;
      if (isLink) event.stopPropagation(); // before the router
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
