import { useEffect } from 'react';

/**
 * Asks before a page with changes that are not saved is closed, reloaded or left by a link. The browser asks only when it leaves
 * the document, so it follows links itself until the changes are saved.
 */
export function useLeaveWarning(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    const leaveToBrowser = (event: MouseEvent): void => {
      const isLink = event.target instanceof Element && event.target.closest('a[href]') !== null;
      if (isLink) event.stopPropagation(); // before the router
    };
    window.addEventListener('beforeunload', ask);
    window.addEventListener('click', leaveToBrowser, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('click', leaveToBrowser, { capture: true });
    };
  }, [hasChanges]);
}
