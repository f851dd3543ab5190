import { useRef, useState, type JSX, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { reason } from '#contract/admin/reason.ts';
import type { DonationDetail } from '#contract/admin/donations/detail.ts';
import { refundCalls } from '#contract/calls/admin/donations/refunds.ts';
import { idempotencyKeyHeader } from '#contract/endpoint.ts';
import { refundSentences } from '#contract/admin/donations/refunds.ts';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { toDecimal } from '#domain/money/money.ts';
import { englishSeparators, parseAmount } from '#domain/money/parse-amount.ts';
import { callEndpoint } from '#web/api.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { formatDecimal } from '../ui/format-decimal.ts';
import type { DonationDialogProps } from './dialog-props.ts';
import { newRequestKey } from './request-key.ts';

/** Refunds a donation in full or in part. Before that, says what the refund means for payouts. */
export function RefundDialog({ donation, isOpen, onClose, onDone }: DonationDialogProps): JSX.Element {
  const [key] = useState(newRequestKey); // the same for every attempt from this page, so that a retry does not refund twice
  const outcome = useRef('');
  const remainingText = formatDecimal(donation.remaining, donation.currency);
  return (
    <ActionDialog
      isOpen={isOpen}
      title="Refund this donation?"
      schema={refundForm(donation)}
      action="Refund"
      busyText="Requesting…"
      cancelText="Keep the donation"
      run={async ({ amount, reason: why }) => {
        const body = {
          ...(amount === undefined ? {} : { amount }),
          expectedRemaining: donation.remaining,
          reason: why,
        };
        const headers = { [idempotencyKeyHeader]: `${key}-${donation.remaining}` };
        const params = { id: donation.id };
        const requested = await callEndpoint(refundCalls.refundDonation, { params, headers, body });
        const sum = formatDecimal(requested.amount, requested.currency);
        outcome.current =
          requested.status === 'requested'
            ? `Refund of ${sum} requested. The timeline shows when it is done.`
            : `Refund of ${sum} is waiting for a second person to approve or decline it.`;
      }}
      onDone={() => onDone(outcome.current)}
      onClose={onClose}
      fields={amountField(donation)}
    >
      <p>
        {remainingText} is left of {formatDecimal(donation.charged, donation.currency)}. You can refund all of it or a
        part; the service fee is refunded in proportion. The money goes back the way it came. If we have an email
        address, we&apos;ll tell the donor. This cannot be undone.
      </p>
      <PayoutRule donation={donation} />
    </ActionDialog>
  );
}

/** Says that the charity's part of the refund is deducted from its next payout, if a payout covers the donation. */
function PayoutRule({ donation: { timeline } }: { readonly donation: DonationDetail }): ReactNode {
  const payout = timeline.findLast((entry) => entry.kind === 'payout' && entry.amount > 0);
  if (payout?.kind !== 'payout' || payout.fact === 'returned') return undefined;
  return (
    <p className="mt-3">
      {payout.fact === 'in_batch'
        ? 'This donation is in a batch of payouts, whose amounts no longer change.'
        : 'The charity has been paid for this donation.'}{' '}
      The charity&apos;s part of the refund is deducted from its next payout.
    </p>
  );
}

const amountField =
  ({ currency, remaining }: DonationDetail) =>
  (problems: Problems): JSX.Element => (
    <TextField
      id="refund-amount"
      name="amount"
      label={`Amount in ${currency}`}
      inputMode="decimal"
      autoComplete="off"
      placeholder={`All that is left: ${formatDecimal(remaining, currency)}`}
      problem={problems['amount']}
    />
  );

/** The refund as entered. No amount means everything that is left. */
const refundForm = ({ currency, remaining }: DonationDetail) =>
  z.object({
    amount: z.pipe(
      z.string().check(z.trim()),
      z.transform((text, context) => {
        if (text === '') return undefined;
        const amount = isCurrencyCode(currency) ? parseAmount(text, currency, englishSeparators) : undefined;
        if (amount && amount.amountMinor > 0 && toDecimal(amount) <= remaining) return toDecimal(amount);
        context.issues.push({ code: 'custom', message: refundSentences.amountInvalid, input: text });
        return z.NEVER;
      }),
    ),
    reason,
  });
