import type { JSX } from 'react';
import { Dialog } from '#web/ui/dialog.tsx';
import { DeletionForm } from './deletion-form.tsx';

/** Asks once more before the account is deleted. It stands as long as it is on the page, and is loaded when it is wanted. */
export default function DeletionDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog isOpen onClose={onClose} title="Delete your account?" role="alertdialog">
      <DeletionForm onClose={onClose} />
    </Dialog>
  );
}
