import { useState, type JSX } from 'react';
import * as z from 'zod/mini';
import { moneyDeskCalls } from '#contract/calls/money-desk.ts';
import { refundSentences, type RefundAnswer } from '#contract/money-desk.ts';
import { chargeCurrency } from '#domain/money/currency.ts';
import { toDecimal } from '#domain/money/money.ts';
import { englishSeparators, parseAmount } from '#domain/money/parse-amount.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { formatDecimal } from './format-decimal.ts';
import { useReloadAfterRefund } from './use-money-desk.ts';

/** What to refund, as entered; without an amount, everything that remains. */
const refundForm = z.object({
  transactionId: z.string().check(z.trim(), z.minLength(1, 'Please enter a transaction ID.')),
  amount: z.pipe(
    z.string().check(z.trim()),
    z.transform((text, context) => {
      if (text === '') return undefined;
      // The server knows the currency of the charge; no currency we support has more decimals than this one.
      const amount = parseAmount(text, chargeCurrency, englishSeparators);
      if (amount && amount.amountMinor > 0) return toDecimal(amount);
      context.issues.push({ code: 'custom', message: refundSentences.amountInvalid, input: text });
      return z.NEVER;
    }),
  ),
});

type EnteredRefund = z.infer<typeof refundForm>;

/** Refunds a donation once the administrator has confirmed it. */
export function RefundForm(): JSX.Element {
  const isHydrated = useIsHydrated();
  const { isRequesting, requested, failure, request } = useRefund();
  const [entered, setEntered] = useState<EnteredRefund>();
  const { problems, formProps } = useForm(refundForm, async (refund) => {
    if (!isRequesting) setEntered(refund);
    return { code: 'done' };
  });
  function handleConfirm(): void {
    setEntered(undefined);
    if (entered) void request(entered);
  }
  return (
    <section aria-labelledby="refund" className="desk-card">
      <h2 id="refund">Refund a donation</h2>
      <form {...formProps} className="form-fields mt-4">
        <div className="form-pair">
          <TextField
            id="refund-transaction"
            name="transactionId"
            label="Transaction ID"
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            problem={problems['transactionId']}
          />
          <TextField
            id="refund-amount"
            name="amount"
            label="Amount to refund"
            inputMode="decimal"
            autoComplete="off"
            placeholder="Full remaining amount"
            problem={problems['amount']}
          />
        </div>
        <Button
          type="submit"
          tone="secondary"
          className="justify-self-start"
          disabled={!isHydrated}
          aria-disabled={isRequesting}
        >
          {isRequesting ? 'Requesting…' : 'Refund…'}
        </Button>
      </form>
      <FieldProblem sentence={failure} />
      <p role="status" className="text-leaf font-bold">
        {requested && describeRequested(requested)}
      </p>
      <ConfirmRefund refund={entered} onConfirm={handleConfirm} onClose={() => setEntered(undefined)} />
    </section>
  );
}

interface ConfirmRefundProps {
  readonly refund: EnteredRefund | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const ConfirmRefund = ({ refund, onConfirm, onClose }: ConfirmRefundProps): JSX.Element => (
  <Dialog isOpen={refund !== undefined} onClose={onClose} title="Refund this donation?" role="alertdialog">
    {refund && (
      <div className="grid gap-4">
        <p>
          {refund.amount === undefined ? 'The full remaining amount' : `${refund.amount} of the amount charged`} will be
          refunded to the donor. If we have an email address, we&apos;ll tell them. This cannot be undone.
        </p>
        <p className="desk-ids">{refund.transactionId}</p>
        <p className="flex flex-wrap gap-3">
          <Button onClick={onConfirm}>Refund</Button>
          <Button tone="quiet" onClick={onClose}>
            Keep the donation
          </Button>
        </p>
      </div>
    )}
  </Dialog>
);

const describeRequested = ({ amount, currency }: RefundAnswer): string =>
  `Refund of ${formatDecimal(amount, currency)} requested. The figures on this page follow within seconds.`;

interface RefundState {
  readonly isRequesting: boolean;
  readonly requested: RefundAnswer | undefined;
  readonly failure: string | undefined;
  readonly request: (refund: EnteredRefund) => Promise<void>;
}

/** Requests refunds, one at a time. */
function useRefund(): RefundState {
  const [isRequesting, setIsRequesting] = useState(false);
  const [requested, setRequested] = useState<RefundAnswer>();
  const [failure, setFailure] = useState<string>();
  const reload = useReloadAfterRefund();
  async function request({ transactionId, amount }: EnteredRefund): Promise<void> {
    setIsRequesting(true);
    setRequested(undefined);
    setFailure(undefined);
    try {
      const body = amount === undefined ? {} : { amount };
      setRequested(await callEndpoint(moneyDeskCalls.refundDonation, { params: { id: transactionId }, body }));
    } catch (error) {
      setFailure(error instanceof ApiError ? error.sentence : answerLost);
    } finally {
      setIsRequesting(false);
      reload();
    }
  }
  return { isRequesting, requested, failure, request };
}

/** A second request could refund the same part twice. */
const answerLost =
  'We lost the connection, so the refund may or may not have been requested. Check this page and the provider before you try again.';
