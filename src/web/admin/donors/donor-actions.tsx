import { useQueryClient } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { eraseDonorRequest } from '#contract/admin/donors/help.ts';
import type { DonorDetail } from '#contract/admin/donors/detail.ts';
import { donorHelpCalls } from '#contract/calls/admin/donors/help.ts';
import { callEndpoint, fileAddress } from '#web/api.ts';
import { OwnFileLink } from '#web/session/index.ts';
import { Button } from '#web/ui/button.tsx';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { useHasRight } from '../use-staff.ts';
import { MergeForm } from './merge-form.tsx';

interface DonorActionsProps {
  readonly donor: DonorDetail;
  /** Called when the donor no longer exists; `sentence` says why. */
  readonly onEnded: (sentence: string) => void;
}

/** The actions for a donor, for staff with the right. A member of the team has none, and uses the account page instead. */
export function DonorActions({ donor, onEnded }: DonorActionsProps): JSX.Element | null {
  const [isErasing, setIsErasing] = useState(false);
  const [outcome, setOutcome] = useState<string>();
  if (!useHasRight('helpDonors') || donor.role !== null) return null;
  return (
    <section aria-label="Actions">
      <p className="flex flex-wrap items-center gap-3">
        <OwnFileLink
          href={fileAddress(donorHelpCalls.downloadDonorData, { id: donor.id })}
          className="button button-secondary"
        >
          Export data (JSON)
        </OwnFileLink>
        <Button tone="secondary" onClick={() => setIsErasing(true)}>
          Erase…
        </Button>
      </p>
      <p className="donors-hint">Send exported data only to {donor.email}.</p>
      {donor.kind === 'account' && donor.isEmailConfirmed && <MergeForm donor={donor} onMerged={setOutcome} />}
      <p role="status">{outcome}</p>
      <EraseDialog
        donor={donor}
        isOpen={isErasing}
        onClose={() => setIsErasing(false)}
        onErased={() => onEnded('The donor has been erased. The donations stay in the books.')}
      />
    </section>
  );
}

interface EraseDialogProps {
  readonly donor: DonorDetail;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onErased: () => void;
}

function EraseDialog({ donor, isOpen, onClose, onErased }: EraseDialogProps): JSX.Element {
  const cache = useQueryClient();
  return (
    <ActionDialog
      isOpen={isOpen}
      title="Erase this donor?"
      schema={eraseDonorRequest}
      action="Erase"
      busyText="Erasing…"
      cancelText="Keep the donor"
      run={(body) => callEndpoint(donorHelpCalls.eraseDonor, { params: { id: donor.id }, body })}
      onDone={() => {
        void cache.invalidateQueries({ queryKey: ['admin-donors'] });
        onErased();
      }}
      onClose={onClose}
    >
      <p>
        {donor.kind === 'account'
          ? 'The account and its personal data are deleted, its sessions end, and monthly donations are canceled.'
          : 'The address and the cards are erased from every donation paid with that address, and waiting receipts are not sent.'}{' '}
        The donations stay in the books. Messages, the newsletter subscription and the team&apos;s notes stay too, and
        the payment provider keeps its copy. This cannot be undone.
      </p>
    </ActionDialog>
  );
}
