import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type JSX } from 'react';
import { readToast, subscribeToToasts } from './toast.ts';

const ToastRegion = lazy(() => import('./toast-region.tsx'));

/** Wait after which the toast region is loaded though nothing has been said yet: its hotkey and live region stand by. */
const loadDelayMs = 4000;

/** The place where toasts appear. What draws them is loaded with the first toast, or when the page has settled. */
export function Toaster(): JSX.Element | null {
  const toast = useSyncExternalStore(subscribeToToasts, readToast, () => undefined);
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), loadDelayMs);
    return () => clearTimeout(timer);
  }, []);
  if (!toast && !isSettled) return null;
  return (
    <Suspense>
      <ToastRegion toast={toast} />
    </Suspense>
  );
}
