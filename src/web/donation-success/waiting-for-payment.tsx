import type { JSX } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';

interface WaitingForPaymentProps {
  /** `open`: the provider has not said yet; `unreachable`: we could not ask. */
  readonly reason: 'open' | 'unreachable';
  readonly isAsking: boolean;
  readonly onAskNow: () => void;
}

/** The page while nobody knows yet how the payment went. */
export function WaitingForPayment({ reason, isAsking, onAskNow }: WaitingForPaymentProps): JSX.Element {
  const { heading, sentence } = words[reason];
  useKeptFocus(isAsking);
  return (
    <section className="success-state" aria-live="polite">
      <img src="/art/bowl-empty.svg" alt="" width={160} height={120} />
      <h1 className="success-heading">{heading}</h1>
      <p>{sentence}</p>
      <Button tone="secondary" onClick={onAskNow} disabled={isAsking}>
        {isAsking ? 'Asking…' : 'Ask now'}
      </Button>
    </section>
  );
}

const words = {
  open: {
    heading: 'We are confirming your payment',
    sentence: 'Your bank has the last word, which can take a moment. You may close this page: nothing gets lost.',
  },
  unreachable: {
    heading: 'We could not check your payment',
    sentence:
      'The connection failed on the way to us. If you paid, your donation is safe. Please ask again in a moment.',
  },
} as const;
