import { lazy, Suspense, useSyncExternalStore, type JSX } from 'react';
import { readToast, subscribeToToasts, type ShownToast } from './toast.ts';
import { useHasInteracted } from '../use-has-interacted.ts';

// Without a network the script cannot be loaded, but the message must appear: it may be about that very failure.
const ToastRegion = lazy(() => import('./toast-region.tsx').catch(() => ({ default: PlainToast })));

/**
 * Shows toasts. The script that draws them is loaded at the visitor's first interaction. Every toast responds to an interaction,
 * so the script is loaded in time, and pages that are only read never load it.
 */
export function Toaster(): JSX.Element | null {
  const toast = useSyncExternalStore(subscribeToToasts, readToast, () => undefined);
  const hasInteracted = useHasInteracted();
  if (!toast && !hasInteracted) return null;
  return (
    <Suspense>
      <ToastRegion toast={toast} />
    </Suspense>
  );
}

const PlainToast = ({ toast }: { readonly toast: ShownToast | undefined }): JSX.Element => (
  <div role="alert" className="fixed inset-x-4 bottom-4 z-50">
    {toast?.isOpen === true && (
      <div className="rounded-xl ruled bg-white p-4">
        <p className="font-extrabold">{toast.title}</p>
        <p>{toast.description}</p>
      </div>
    )}
  </div>
);
