import { useState, type JSX, type SubmitEvent } from 'react';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { formatWithCode } from '#domain/money/format.ts';
import { fromDecimal } from '#domain/money/money.ts';
import type { RefundAnswer } from '#contract/money-desk.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FieldProblem } from '#web/ui/field-problem.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { readRefund, useRefund, type WantedRefund } from './use-refund.ts';

/** Gives a donation back, after one more question. */
export function RefundForm(): JSX.Element {
  const isHydrated = useIsHydrated();
  const { isAsking, asked, problem, ask } = useRefund();
  const [wanted, setWanted] = useState<WantedRefund>();
  const [typo, setTypo] = useState<string>();
  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isAsking) return;
    const refund = readRefund(event.currentTarget);
    setTypo('problem' in refund ? refund.problem : undefined);
    setWanted('problem' in refund ? undefined : refund);
  }
  function handleConfirm(): void {
    setWanted(undefined);
    if (wanted) void ask(wanted);
  }
  return (
    <section aria-labelledby="refund" className="desk-card">
      <h2 id="refund">Refund a donation</h2>
      <form method="post" className="desk-form" noValidate onSubmit={handleSubmit}>
        <label className="desk-field">
          Transaction ID
          <input name="transactionId" autoComplete="off" spellCheck={false} autoCapitalize="none" />
        </label>
        <label className="desk-field">
          Amount charged to give back
          <input name="amount" inputMode="decimal" autoComplete="off" placeholder="All that is left" />
        </label>
        <Button type="submit" tone="secondary" disabled={!isHydrated} aria-disabled={isAsking}>
          {isAsking ? 'Asking…' : 'Refund…'}
        </Button>
      </form>
      <FieldProblem sentence={typo ?? problem} />
      <p role="status" className="text-leaf font-bold">
        {asked && describeAsked(asked)}
      </p>
      <ConfirmRefund wanted={wanted} onConfirm={handleConfirm} onClose={() => setWanted(undefined)} />
    </section>
  );
}

interface ConfirmRefundProps {
  readonly wanted: WantedRefund | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const ConfirmRefund = ({ wanted, onConfirm, onClose }: ConfirmRefundProps): JSX.Element => (
  <Dialog isOpen={wanted !== undefined} onClose={onClose} title="Refund this donation?" role="alertdialog">
    {wanted && (
      <div className="grid gap-4">
        <p>
          {wanted.amount === undefined ? 'All that is left of it' : `${wanted.amount} of what was charged`} goes back to
          the donor, who is told by mail. This cannot be undone.
        </p>
        <p className="desk-ids">{wanted.transactionId}</p>
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

function describeAsked({ amount, currency }: RefundAnswer): string {
  const sum = isCurrencyCode(currency) ? fromDecimal(amount, currency) : undefined;
  return `Asked the provider to give back ${sum ? formatWithCode(sum) : `${amount} ${currency}`}. The books follow within seconds.`;
}
