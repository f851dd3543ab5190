import type { JSX } from 'react';
import { Button } from '#web/ui/button.tsx';
import { FailedBox } from '#web/ui/failed-box.tsx';
import { FieldProblem } from '#web/ui/field-problem.tsx';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';
import type { PayPalPayment } from './use-payment.ts';

/** The button that pays, with what it waits for; or the way on where there is nothing to press. */
export function PayControls({ paypal }: { readonly paypal: PayPalPayment }): JSX.Element {
  const { session, progress } = paypal;
  useKeptFocus(progress.status !== 'idle');
  if (progress.status === 'unanswered') return <FailedBox text={unanswered} onRetry={paypal.finish} />;
  // The page is loaded anew: a script that did not come may have been kept away by the document's own policy.
  if (session.status === 'failed')
    return <FailedBox text={session.sentence} onRetry={() => window.location.reload()} />;
  const isIdle = progress.status === 'idle';
  return (
    <div>
      <Button size="large" className="w-full" disabled={!isIdle || session.status === 'loading'} onClick={paypal.pay}>
        {isIdle ? 'Pay with PayPal' : 'Processing...'}
      </Button>
      <p role="status" className="mt-2 text-center text-sm text-muted">
        {describeWait(paypal)}
      </p>
      <FieldProblem sentence={isIdle ? progress.declined : undefined} />
    </div>
  );
}

const unanswered =
  'You approved the payment, but our server did not answer. Try again to finish it: you pay once at most.';

function describeWait({ session, progress }: PayPalPayment): string {
  if (progress.status === 'approving') return 'Finish in PayPal’s window. Closing it cancels, and nothing is charged.';
  if (progress.status === 'capturing') return 'Confirming your payment…';
  return session.status === 'loading' ? 'Getting PayPal ready…' : 'PayPal opens in a window of its own.';
}
