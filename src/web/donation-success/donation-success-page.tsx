import './donation-success.css';
import { useState, type JSX, type ReactNode } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { useMoneyFormat } from '#web/country/index.ts';
import { PageHead } from '#web/layout/page-head.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { brokenBiscuit } from '#web/ui/feedback/broken-biscuit.ts';
import { NeedsJavaScript } from '#web/ui/feedback/needs-javascript.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { rescueFocus } from '#web/ui/use-focus-restore.ts';
import { useConfirmation } from './confirmation.ts';
import { confirmedReceipt, unconfirmedReceipt } from './receipt-view.ts';
import { randomTransactionId, readSuccessQuery, type SuccessQuery } from './success-query.ts';
import { ThankYou } from './thank-you.tsx';

/** `/donation-success`: thanks, and the receipt after the server has confirmed the payment (spec 2, Donation Success). */
export default function DonationSuccessPage(): JSX.Element {
  const isHydrated = useIsHydrated();
  return (
    <>
      <PageHead
        title="Thank you"
        description="Your donation and its receipt."
        path="/donation-success"
        isIndexed={false}
      />
      <div className="success-page">{isHydrated ? <Success /> : <Processing />}</div>
    </>
  );
}

/** Rendered in the browser only: the query string is unknown while prerendering. */
function Success(): JSX.Element {
  const [parameters] = useSearchParams();
  const query = readSuccessQuery(parameters);
  return query ? <Outcome key={parameters.toString()} query={query} /> : <Redirect to="/" replace />;
}

function Outcome({ query }: { query: SuccessQuery }): JSX.Element {
  const { confirmation, isChecking, checkAgain } = useConfirmation(query.transactionId);
  const [randomId] = useState(randomTransactionId);
  const [today] = useState(() => new Date());
  const format = useMoneyFormat();
  switch (confirmation.status) {
    case 'loading':
      return <Processing />;
    case 'settled':
      return <ThankYou receipt={confirmedReceipt(confirmation.receipt, format)} />;
    case 'unknown':
      return <ThankYou receipt={unconfirmedReceipt(query, query.transactionId ?? randomId, today, format)} />;
    case 'pending':
    case 'processing':
    case 'unreachable':
      return <WaitingForPayment status={confirmation.status} isChecking={isChecking} onCheckAgain={checkAgain} />;
    case 'failed':
    case 'expired':
      return <NotCharged status={confirmation.status} />;
  }
}

const Processing = (): JSX.Element => (
  <>
    <noscript>
      <h1 className="success-heading">Your donation</h1>
    </noscript>
    <NeedsJavaScript>
      You need JavaScript to see your receipt here. If your payment went through, we also email you the receipt.
    </NeedsJavaScript>
    <div className="success-processing needs-script">
      <Spinner label="Processing your donation…" />
      <p aria-hidden="true">Processing your donation…</p>
    </div>
  </>
);

interface WaitingForPaymentProps {
  readonly status: 'pending' | 'processing' | 'unreachable';
  readonly isChecking: boolean;
  readonly onCheckAgain: () => void;
}

function WaitingForPayment({ status, isChecking, onCheckAgain }: WaitingForPaymentProps): JSX.Element {
  const handleCheckAgain = (): void => {
    if (isChecking) return;
    rescueFocus(); // the button disappears when the payment is confirmed
    onCheckAgain();
  };
  return (
    <section className="success-state" aria-live="polite">
      <img src="/art/bowl-empty.svg" alt="" width={160} height={120} />
      <StateText {...(status === 'unreachable' ? texts.unreachable : texts.open)} />
      <Button tone="secondary" aria-disabled={isChecking} onClick={handleCheckAgain}>
        {isChecking ? 'Checking…' : 'Check again'}
      </Button>
    </section>
  );
}

const NotCharged = ({ status }: { status: 'failed' | 'expired' }): JSX.Element => (
  <section className="success-state">
    <img src={brokenBiscuit} alt="" width={160} height={120} />
    <StateText {...texts[status]} />
    <ButtonLink to="/#donate" tone="primary">
      Back to your donation
    </ButtonLink>
  </section>
);

const StateText = ({ heading, text }: { heading: string; text: string }): ReactNode => (
  <>
    <h1 className="success-heading">{heading}</h1>
    <p>{text}</p>
  </>
);

const texts = {
  open: {
    heading: "We're confirming your payment",
    text: 'Your bank or PayPal is still working on it. This page will show the result. You can close it: we email you the receipt once the payment is confirmed.',
  },
  unreachable: {
    heading: "We couldn't check your payment",
    text: "We couldn't reach our server. If you paid, your donation is safe. Check again in a moment.",
  },
  failed: {
    heading: "Your payment didn't go through",
    text: 'Nothing was charged. Your basket is still here; try again or use another card.',
  },
  expired: {
    heading: 'The payment page has expired',
    text: 'Nothing was charged. Your basket is still here, and a new payment page is one tap away.',
  },
} as const;
