import { useState, type JSX } from 'react';
import * as z from 'zod/mini';
import { moneyDeskCalls } from '#contract/calls/money-desk.ts';
import { idempotencyKeyHeader } from '#contract/endpoint.ts';
import { refundSentences, type RefundableAnswer, type RefundAnswer } from '#contract/money-desk.ts';
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
import { formatDecimal } from '#web/admin/index.ts';
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

/** An entered refund with what is left now, as the administrator confirms it. */
interface PreparedRefund extends EnteredRefund {
  readonly refundable: RefundableAnswer;
  /** The same for every attempt to request it, so that it is made once. */
  readonly key: string;
}

/** Refunds a donation once the administrator has confirmed it. */
export function RefundForm(): JSX.Element {
  const isHydrated = useIsHydrated();
  const { isRequesting, requested, failure, prepare, request } = useRefund();
  const [prepared, setPrepared] = useState<PreparedRefund>();
  const { problems, formProps } = useForm(refundForm, async (entered) => {
    if (!isRequesting) setPrepared(await prepare(entered));
    return { code: 'done' };
  });
  function handleConfirm(): void {
    setPrepared(undefined);
    if (prepared) void request(prepared);
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
      <ConfirmRefund refund={prepared} onConfirm={handleConfirm} onClose={() => setPrepared(undefined)} />
    </section>
  );
}

interface ConfirmRefundProps {
  readonly refund: PreparedRefund | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const ConfirmRefund = ({ refund, onConfirm, onClose }: ConfirmRefundProps): JSX.Element => (
  <Dialog isOpen={refund !== undefined} onClose={onClose} title="Refund this donation?" role="alertdialog">
    {refund && (
      <div className="grid gap-4">
        <p>
          {describeAmount(refund)} will be refunded to the donor. If we have an email address, we&apos;ll tell them.
          This cannot be undone.
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

function describeAmount({ amount, refundable: { remaining, currency } }: PreparedRefund): string {
  const left = formatDecimal(remaining, currency);
  return amount === undefined ? `The full remaining amount, ${left},` : `${formatDecimal(amount, currency)} of ${left}`;
}

interface RefundState {
  readonly isRequesting: boolean;
  readonly requested: RefundAnswer | undefined;
  readonly failure: string | undefined;
  /** Looks up what is left; undefined when that is refused or fails. */
  readonly prepare: (refund: EnteredRefund) => Promise<PreparedRefund | undefined>;
  readonly request: (refund: PreparedRefund) => Promise<void>;
}

/** Requests refunds, one at a time. A refund whose answer was lost keeps its key when it is entered again. */
function useRefund(): RefundState {
  const [isRequesting, setIsRequesting] = useState(false);
  const [requested, setRequested] = useState<RefundAnswer>();
  const [failure, setFailure] = useState<string>();
  const [unanswered, setUnanswered] = useState<PreparedRefund>();
  const reload = useReloadAfterRefund();
  async function prepare(entered: EnteredRefund): Promise<PreparedRefund | undefined> {
    setRequested(undefined);
    setFailure(undefined);
    if (unanswered?.transactionId === entered.transactionId && unanswered.amount === entered.amount) return unanswered;
    try {
      const params = { id: entered.transactionId };
      const refundable = await callEndpoint(moneyDeskCalls.getRefundable, { params });
      return { ...entered, refundable, key: newRefundKey() };
    } catch (error) {
      setFailure(refusalIn(error) ?? notLookedUp);
      return undefined;
    }
  }
  async function request(refund: PreparedRefund): Promise<void> {
    const { transactionId, amount, refundable, key } = refund;
    setIsRequesting(true);
    try {
      const body = { ...(amount === undefined ? {} : { amount }), expectedRemaining: refundable.remaining };
      const headers = { [idempotencyKeyHeader]: key };
      const params = { id: transactionId };
      setRequested(await callEndpoint(moneyDeskCalls.refundDonation, { params, headers, body }));
      setUnanswered(undefined);
    } catch (error) {
      const refusal = refusalIn(error);
      setFailure(refusal ?? answerLost);
      setUnanswered(refusal === undefined ? refund : undefined);
    } finally {
      setIsRequesting(false);
      reload();
    }
  }
  return { isRequesting, requested, failure, prepare, request };
}

/** 128 random bits. `randomUUID` would be shorter, but browsers withhold it from pages served without TLS. */
const newRefundKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Our server's reason. Without one the answer is lost, or the page of a proxy, and the call may have had its effect. */
const refusalIn = (problem: unknown): string | undefined =>
  problem instanceof ApiError ? problem.serverSentence : undefined;

const notLookedUp = 'We lost the connection. Nothing was refunded. Please try again.';

const answerLost =
  'We lost the connection, so the refund may or may not have been requested. Enter the same refund again to find out: it is made only once.';
