import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type JSX, type SyntheticEvent } from 'react';
import * as z from 'zod/mini';
import type { DonorDetail } from '#contract/admin/donors/detail.ts';
import { mergeSentences, type MergePreview } from '#contract/admin/donors/help.ts';
import { reason } from '#contract/admin/reason.ts';
import { donorHelpCalls } from '#contract/calls/admin/donors/help.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { callEndpoint } from '#web/api.ts';
import { failureText } from '#web/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { donorKey } from './use-donor.ts';

interface MergeFormProps {
  /** The account that stays. */
  readonly donor: DonorDetail;
  /** `sentence` says what has moved. */
  readonly onMerged: (sentence: string) => void;
}

/** Asks for the donor to merge into this account, and shows what would move before the merge is confirmed. */
export function MergeForm({ donor, onMerged }: MergeFormProps): JSX.Element {
  const [endingId, setEndingId] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const preview = useMergePreview(donor.id, endingId);
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const entered = new FormData(event.currentTarget).get('ending');
    const id = typeof entered === 'string' ? entered.trim() : '';
    setProblem(id === '' ? mergeSentences.otherMissing : undefined);
    setEndingId(id === '' ? undefined : id);
    if (id === endingId) void preview.refetch(); // the donors may have changed
  };
  return (
    <>
      <form className="donor-merge" onSubmit={handleSubmit} noValidate>
        <TextField
          id="merge-ending"
          name="ending"
          label="Merge another donor into this account"
          hint="The other donor's ID, as on that donor's page."
          autoComplete="off"
          defaultValue={donor.sameAddressId ?? ''}
          problem={problem ?? (preview.error ? failureText(preview.error) : undefined)}
        />
        <p>
          <Button type="submit" tone="secondary">
            Preview merge…
          </Button>
        </p>
      </form>
      {preview.data && (
        <MergeDialog preview={preview.data} onClose={() => setEndingId(undefined)} onMerged={onMerged} />
      )}
    </>
  );
}

const useMergePreview = (id: string, endingId: string | undefined) =>
  useQuery({
    queryKey: [...donorKey(id), 'merge', endingId],
    queryFn: ({ signal }) =>
      callEndpoint(donorHelpCalls.previewMerge, { params: { id, endingId: endingId ?? '' }, signal }),
    enabled: endingId !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

interface MergeDialogProps {
  readonly preview: MergePreview;
  readonly onClose: () => void;
  readonly onMerged: (sentence: string) => void;
}

function MergeDialog({ preview, onClose, onMerged }: MergeDialogProps): JSX.Element {
  const { kept, ending, sums, plans } = preview;
  const cache = useQueryClient();
  const moving = [
    ...sums.map(
      ({ donations, charged, currency }) =>
        `${formatCountOf(donations, 'donation')} of ${formatDecimal(charged, currency)} together`,
    ),
    ...(plans > 0 ? [formatCountOf(plans, 'monthly donation')] : []),
  ];
  return (
    <ActionDialog
      isOpen
      title="Merge these donors?"
      schema={z.object({ reason })}
      action="Merge"
      busyText="Merging…"
      cancelText="Keep both"
      run={(body) =>
        callEndpoint(donorHelpCalls.mergeDonors, { params: { id: kept.id }, body: { ...body, with: ending.id } })
      }
      onDone={() => {
        onClose();
        void cache.invalidateQueries({ queryKey: donorKey(kept.id) });
        onMerged('The donors have been merged.');
      }}
      onClose={onClose}
    >
      <p>
        From <bdi>{ending.email}</bdi> to <bdi>{kept.email}</bdi>:
      </p>
      <ul className="donor-moving">
        {moving.length === 0 && <li>No donations</li>}
        {moving.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        {ending.kind === 'account'
          ? 'The other account ends, and everyone signed in there is signed out. Tell the donor first.'
          : 'The donations belong to the account from then on.'}{' '}
        Only merge donors who are the same person. This cannot be undone.
      </p>
    </ActionDialog>
  );
}
