import './donation-success.css';
import { useState, type JSX } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { PageHead } from '#web/layout/page-head.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import { NotCharged } from './not-charged.tsx';
import { randomTransactionId } from './random-transaction-id.ts';
import { confirmedReceipt, unconfirmedReceipt } from './receipt-view.ts';
import { readSuccessQuery, type SuccessQuery } from './success-query.ts';
import { ThankYou } from './thank-you.tsx';
import { useConfirmation } from './use-confirmation.ts';
import { WaitingForPayment } from './waiting-for-payment.tsx';

/** `/donation-success`: thanks, and the receipt once the server stands behind it (spec 2, Donation Success). */
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

/** The prerendered page cannot know its address's parameters, so they are read in the browser alone. */
function Success(): JSX.Element {
  const [parameters] = useSearchParams();
  const query = readSuccessQuery(parameters);
  return query ? <Outcome key={parameters.toString()} query={query} /> : <Navigate to="/" replace />;
}

function Outcome({ query }: { query: SuccessQuery }): JSX.Element {
  const { confirmation, isAsking, askNow } = useConfirmation(query.transactionId);
  const [drawnId] = useState(randomTransactionId);
  const [today] = useState(() => new Date());
  switch (confirmation.status) {
    case 'asking':
      return <Processing />;
    case 'settled':
      return <ThankYou receipt={confirmedReceipt(confirmation.receipt)} />;
    case 'unknown':
      return <ThankYou receipt={unconfirmedReceipt(query, query.transactionId ?? drawnId, today)} />;
    case 'pending':
    case 'processing':
      return <WaitingForPayment reason="open" isAsking={isAsking} onAskNow={askNow} />;
    case 'unreachable':
      return <WaitingForPayment reason="unreachable" isAsking={isAsking} onAskNow={askNow} />;
    case 'failed':
    case 'expired':
      return <NotCharged reason={confirmation.status} />;
  }
}

const Processing = (): JSX.Element => (
  <div className="success-processing">
    <Spinner label="Processing your donation…" />
    <p aria-hidden="true">Processing your donation…</p>
  </div>
);
