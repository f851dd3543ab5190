import type { JSX } from 'react';
import { formatCount } from '#domain/money/format.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useDeletion, type Deletion } from './use-deletion.ts';

interface DeletionDialogProps {
  /** Undefined while nothing is about to be deleted. */
  readonly deletion: Deletion | undefined;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks before anything is deleted. Focus starts on the button that keeps it. */
export function DeletionDialog({ deletion, onClose, onDeleted }: DeletionDialogProps): JSX.Element {
  const runDeletion = useDeletion();
  async function run(confirmed: Deletion): Promise<void> {
    if (await runDeletion(confirmed)) onDeleted();
  }
  return (
    <Dialog
      isOpen={deletion !== undefined}
      onClose={onClose}
      title={deletion ? titleOf(deletion) : 'Delete?'}
      role="alertdialog"
      className="inbox-deletion"
    >
      {deletion && (
        <>
          <p>
            {deletion.kind === 'message'
              ? 'The message and the replies to it are deleted. A reply that is still waiting is not sent.'
              : 'All messages from this network and the replies to them are deleted, including those that your search and tab do not show.'}{' '}
            This cannot be undone.
          </p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button tone="quiet" onClick={onClose}>
              Keep
            </Button>
            <ActionButton run={() => run(deletion)} busyText="Deleting…">
              Delete
            </ActionButton>
          </div>
        </>
      )}
    </Dialog>
  );
}

const titleOf = (deletion: Deletion): string =>
  deletion.kind === 'message' ? 'Delete this message?' : `Delete ${formatCount(deletion.count)} messages?`;
