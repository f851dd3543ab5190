import type { JSX } from 'react';
import { formatCount } from '#domain/money/format.ts';
import { useUser } from '#web/session/index.ts';
import { ShareBlock } from '#web/share/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ClaimElsewhere } from './claim-elsewhere.tsx';
import { DonorNotice } from './donor-notice.tsx';
import { FilledBowl } from './filled-bowl.tsx';
import { GuestNotice } from './guest-notice.tsx';
import { MonthlyNotice } from './monthly-notice.tsx';
import type { ReceiptView } from './receipt-view.ts';
import { Receipt } from './receipt.tsx';

/** Thanks first, then the receipt, then what can be done with it, then sharing. */
export function ThankYou({ receipt }: { receipt: ReceiptView }): JSX.Element {
  const { status, user } = useUser();
  const isClaimable = receipt.isConfirmed && status === 'known' && user === null; // nothing can be claimed by an id that is none
  return (
    <article className="thank-you">
      <header className="thank-you-head">
        <FilledBowl />
        <h1 className="success-heading">{thanksFor(receipt.lines?.gone ? 0 : receipt.meals)}</h1>
        <p className="text-lg text-muted">{whatBecomesOf(receipt)}</p>
      </header>
      <Receipt receipt={receipt}>{isClaimable && <ClaimElsewhere transactionId={receipt.transactionId} />}</Receipt>
      <GiftNotice receipt={receipt} />
      {receipt.isMonthly && <MonthlyNotice transactionId={receipt.transactionId} />}
      <ShareBlock title="Pass it on" path="/" hashtags={['EndHunger']} text={shareSentence(receipt)} />
      <WaysOn />
    </article>
  );
}

/** Whose the gift is, or can become; nothing while it is not known who looks at it. */
function GiftNotice({ receipt }: { receipt: ReceiptView }): JSX.Element | null {
  const { status, user } = useUser();
  if (status !== 'known') return null;
  if (!user) return <GuestNotice />;
  return receipt.isConfirmed ? <DonorNotice receipt={receipt} email={user.email} /> : null;
}

/** Where to go from here: a donor has a history and an impact to look at (spec 2, Donation Success). */
function WaysOn(): JSX.Element {
  const { user } = useUser();
  return (
    <p className="flex flex-wrap justify-center gap-3 print:hidden">
      <ButtonLink to="/#donate" tone={user ? 'secondary' : 'quiet'}>
        Donate Again
      </ButtonLink>
      {user && (
        <>
          <ButtonLink to="/donation-history" tone="secondary">
            View Donation History
          </ButtonLink>
          <ButtonLink to="/impact" tone="secondary">
            See Overall Impact
          </ButtonLink>
        </>
      )}
    </p>
  );
}

function thanksFor(meals: number): string {
  if (meals === 0) return 'Thank you for your donation.';
  return meals === 1 ? 'Thank you. 1 meal is on its way.' : `Thank you. ${formatCount(meals)} meals are on their way.`;
}

/** A gift that nobody confirmed is not called given. */
function whatBecomesOf({ isConfirmed, amount, recipient, meals, lines }: ReceiptView): string {
  const gone = lines?.gone;
  if (gone) return `You gave ${amount} to ${recipient}. ${gone.name}: ${gone.amount}.`;
  if (isConfirmed) return `You gave ${amount} to ${recipient}.`;
  return meals === 0
    ? `A donation of ${amount} helps a food bank.`
    : `A donation of ${amount} becomes about ${countMeals(meals)}.`;
}

const countMeals = (meals: number): string => (meals === 1 ? '1 meal' : `${formatCount(meals)} meals`);

/** Only a confirmed gift of which nothing went back is told with its figures (rulings, Donations). */
const shareSentence = ({ isConfirmed, amount, meals, lines }: ReceiptView): string =>
  isConfirmed && !lines?.gone
    ? `I gave the price of a snack, ${amount}, and it became ${countMeals(meals)}.`
    : 'Turn the price of an everyday snack into meals for people who need them.';
