import type { JSX } from 'react';
import type { ReviewAnswer } from '#contract/admin/review.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { ApiError } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { formatDecimal } from '../ui/format-decimal.ts';
import { useHasRight } from '../use-staff.ts';
import { useEndHold } from './use-review.ts';

type Restore = NonNullable<ReviewAnswer['restore']>;

/** What the last restore lost and what was rebuilt, with the emails that wait for a decision. */
export const RestoredPayments = ({ restore }: { readonly restore: Restore }): JSX.Element => (
  <section aria-labelledby="restore" className="review-card">
    <h2 id="restore">After a restore</h2>
    <p className="text-muted">
      A restored backup was noticed on{' '}
      <time dateTime={restore.noticedAt}>{formatMoment(new Date(restore.noticedAt))}</time>.
    </p>
    <p className="mt-2">{describeRebuilt(restore)}</p>
    <p className="mt-2">
      {`Accounts, claims, contact messages and newsletter subscriptions made since the backup cannot be rebuilt. Of the lost accounts, ${formatCountOf(restore.lostAccounts, 'account')} made donations. `}
      Accounts that were deleted since the backup are back, and so are addresses that were erased: delete and erase them
      again.
    </p>
    <HeldEmails restore={restore} />
  </section>
);

function describeRebuilt({ donations, withoutAccount, sums }: Restore): string {
  if (donations === 0) return 'No donation had to be rebuilt.';
  const totals = sums.map(({ total, currency }) => formatDecimal(total, currency)).join(', ');
  const lost =
    withoutAccount === 0
      ? ''
      : ` ${formatCountOf(withoutAccount, 'donation')} of an account that was lost can be claimed again.`;
  return `${formatCountOf(donations, 'donation')} rebuilt from the providers’ records: ${totals}.${lost}`;
}

function HeldEmails({ restore: { heldReceipts, heldOthers } }: { readonly restore: Restore }): JSX.Element | null {
  const { mutate, isPending, error } = useEndHold();
  const canDecide = useHasRight('resolveReview');
  if (heldReceipts + heldOthers === 0) return null;
  return (
    <div className="mt-4 grid gap-3">
      <p className="font-bold">
        {`${formatCountOf(heldReceipts, 'receipt')} and ${formatCountOf(heldOthers, 'other email')} held after a restore.`}
      </p>
      <p className="text-muted">Donors got most of them before the restore. This decides about all of them.</p>
      {canDecide && (
        <p className="flex flex-wrap gap-3">
          <Button aria-disabled={isPending} onClick={() => !isPending && mutate('send')}>
            Send
          </Button>
          <Button tone="quiet" aria-disabled={isPending} onClick={() => !isPending && mutate('discard')}>
            Discard
          </Button>
        </p>
      )}
      <FieldProblem sentence={error ? sentenceOf(error) : undefined} />
    </div>
  );
}

const sentenceOf = (error: Error): string =>
  error instanceof ApiError ? error.sentence : 'We lost the connection. Please try again.';
