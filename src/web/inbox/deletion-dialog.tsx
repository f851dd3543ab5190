import type { JSX } from 'react';
import { deletionRequest } from '#contract/contact.ts';
import { formatCount } from '#domain/money/format.ts';
import { ActionDialog } from '#web/admin/index.ts';
import { deleteMessages, type Deletion } from './delete-messages.ts';

interface DeletionDialogProps {
  /** Undefined while nothing is about to be deleted. */
  readonly deletion: Deletion | undefined;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Asks for the reason before anything is deleted. */
export const DeletionDialog = ({ deletion, onClose, onDeleted }: DeletionDialogProps): JSX.Element => (
  <ActionDialog
    isOpen={deletion !== undefined}
    title={deletion ? titleOf(deletion) : 'Delete?'}
    schema={deletionRequest}
    action="Delete"
    busyText="Deleting…"
    cancelText="Keep"
    run={async ({ reason }) => deletion && deleteMessages(deletion, reason)}
    onDone={onDeleted}
    onClose={onClose}
  >
    <p>
      {deletion?.kind === 'message'
        ? 'The message and the replies to it are deleted. A reply that is still waiting is not sent.'
        : 'All messages from this network and the replies to them are deleted, including those that your search and tab do not show.'}{' '}
      This cannot be undone.
    </p>
  </ActionDialog>
);

const titleOf = (deletion: Deletion): string =>
  deletion.kind === 'message' ? 'Delete this message?' : `Delete ${formatCount(deletion.count)} messages?`;
