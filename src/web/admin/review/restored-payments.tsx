import { useState, type JSX } from 'react';
import * as z from 'zod/mini';
import { heldEmailsRequest, type HeldEmailsRequest, type ReviewResponse } from '#contract/admin/review/review.ts';
import { formatCount, formatCountOf } from '#domain/money/format.ts';
import { Button } from '#web/ui/button.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import { useHasRight } from '../use-staff.ts';
import { useEndHold } from './use-review.ts';

type Restore = NonNullable<ReviewResponse['restore']>;

/** The losses of the last restore, the rebuilt donations, and the emails that wait for a decision. */
export const RestoredPayments = ({ restore }: { readonly restore: Restore }): JSX.Element => (
  <section aria-labelledby="restore" className="review-card">
    <h2 id="restore">After a restore</h2>
    <p className="text-muted">
      A restored backup was noticed on{' '}
      <time dateTime={restore.noticedAt}>{formatMoment(new Date(restore.noticedAt))}</time>.
    </p>
    <p className="mt-2">{describeRebuilt(restore)}</p>
    <p className="mt-2">
      {`Accounts, claims, contact messages and newsletter subscriptions made since the backup cannot be rebuilt. ${restore.lostAccounts === 0 ? 'None' : formatCount(restore.lostAccounts)} of the lost accounts made donations. `}
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
  const endHold = useEndHold();
  const canDecide = useHasRight('resolveReview');
  const [decision, setDecision] = useState<Decision>();
  const words = decisionWords[decision ?? 'send'];
  const close = (): void => setDecision(undefined);
  return (
    <>
      {heldReceipts + heldOthers > 0 && (
        <div className="mt-4 grid gap-3">
          <p className="font-bold">
            {`${formatCountOf(heldReceipts, 'receipt')} and ${formatCountOf(heldOthers, 'other email')} are held.`}
          </p>
          <p className="text-muted">Donors got most of them before the restore. This applies to all of them.</p>
          {canDecide && (
            <p className="flex flex-wrap gap-3">
              <Button onClick={() => setDecision('send')}>Send…</Button>
              <Button tone="quiet" onClick={() => setDecision('discard')}>
                Discard…
              </Button>
            </p>
          )}
        </div>
      )}
      <ActionDialog
        isOpen={decision !== undefined}
        title={words.title}
        schema={reasonForm}
        action={words.action}
        busyText={words.busyText}
        run={async ({ reason }) => endHold({ decision: decision ?? 'send', reason })}
        onDone={close}
        onClose={close}
      >
        <p>{words.effect}</p>
      </ActionDialog>
    </>
  );
}

type Decision = HeldEmailsRequest['decision'];

const reasonForm = z.pick(heldEmailsRequest, { reason: true });

const decisionWords = {
  send: {
    title: 'Send all held emails?',
    action: 'Send',
    busyText: 'Sending…',
    effect: 'Every held email is sent. Donors who got theirs before the restore get it a second time.',
  },
  discard: {
    title: 'Discard all held emails?',
    action: 'Discard',
    busyText: 'Discarding…',
    effect: 'No held email is ever sent. Donors who did not get theirs before the restore will not get it.',
  },
} as const satisfies Readonly<Record<Decision, object>>;
