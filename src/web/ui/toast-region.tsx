import { Toast } from 'radix-ui';
import type { JSX } from 'react';
import { Icon } from './icon.tsx';
import { dismissToast, type ShownToast } from './toast.ts';

/** Draws the toast that stands: five seconds, away by a swipe to the right of 50 px, reached by F8 (spec 9). */
export default function ToastRegion({ toast }: { readonly toast: ShownToast | undefined }): JSX.Element {
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {toast && <ToastCard key={toast.id} toast={toast} />}
      <Toast.Viewport className="toast-region" hotkey={['F8']} />
    </Toast.Provider>
  );
}

function ToastCard({ toast }: { readonly toast: ShownToast }): JSX.Element {
  const isProblem = toast.tone === 'destructive';
  return (
    <Toast.Root
      open={toast.isOpen}
      onOpenChange={(isOpen) => !isOpen && dismissToast(toast.id)}
      className={`toast ${isProblem ? 'toast-destructive' : ''}`}
    >
      <Toast.Title className="toast-title">
        {isProblem && <Icon name="warning" />}
        {toast.title}
      </Toast.Title>
      {toast.description !== undefined && (
        <Toast.Description className="toast-description">{toast.description}</Toast.Description>
      )}
      <Toast.Close className="toast-close" aria-label="Close">
        <Icon name="close" className="size-5" />
      </Toast.Close>
    </Toast.Root>
  );
}
