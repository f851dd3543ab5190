import type { JSX } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface AlertDialogProps {
  readonly text: string | undefined;
  readonly onClose: () => void;
}

/** The spec's browser alert, as a dialog that in-app browsers show too (rulings, Native prompt and alert). */
export const AlertDialog = ({ text, onClose }: AlertDialogProps): JSX.Element => (
  <Dialog isOpen={text !== undefined} onClose={onClose} title="That did not work" role="alertdialog">
    {text !== undefined && (
      <div className="grid gap-4">
        <p>{text}</p>
        <Button onClick={onClose}>OK</Button>
      </div>
    )}
  </Dialog>
);
