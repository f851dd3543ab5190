import { lazy, Suspense, useSyncExternalStore, type JSX } from 'react';
import { readToast, subscribeToToasts, type ShownToast } from './toast.ts';
import { useHasActed } from './use-has-acted.ts';

// Without a network the region may not arrive: the message has to, and it may be about just that.
const ToastRegion = lazy(() => import('./toast-region.tsx').catch(() => ({ default: PlainToast })));

/**
 * The place where toasts appear. What draws them is loaded at the visitor's first deed: every toast answers one, and so it
 * is there before anything can go wrong, and never on pages that are only read.
 */
export function Toaster(): JSX.Element | null {
  const toast = useSyncExternalStore(subscribeToToasts, readToast, () => undefined);
  const hasActed = useHasActed();
  if (!toast && !hasActed) return null;
  return (
    <Suspense>
      <ToastRegion toast={toast} />
    </Suspense>
  );
}

const PlainToast = ({ toast }: { readonly toast: ShownToast | undefined }): JSX.Element => (
  <div role="alert" className="fixed inset-x-4 bottom-4 z-50">
    {toast?.isOpen === true && (
      <div className="rounded-xl border border-line bg-white p-4">
        <p className="font-extrabold">{toast.title}</p>
        <p>{toast.description}</p>
      </div>
    )}
  </div>
);
