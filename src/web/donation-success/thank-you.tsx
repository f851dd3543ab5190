import { lazy, Suspense, type JSX } from 'react';
import { formatCountOf } from '#domain/money/format.ts';
import { useMoneyFormat } from '#web/country/index.ts';
import { useSnacks } from '#web/donate/index.ts';
import { JourneyPart } from '#web/journey/index.ts';
import { useUser } from '#web/session/index.ts';
import { CopyLinkButton, ShareBlock } from '#web/share/index.ts';
import { SplitPart } from '#web/split/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { GuestReceiptNotice, MonthlyNotice, OwnerNotice } from './notices.tsx';
import { ProofPart } from './proof-part.tsx';
import type { ReceiptLines, ReceiptView } from './receipt-view.ts';
import { Receipt } from './receipt.tsx';

/** The thanks, the receipt, who owns the donation, sharing, and where to go next. */
export function ThankYou({ receipt }: { receipt: ReceiptView }): JSX.Element {
  const { status, user } = useUser();
  const isGuest = status === 'known' && user === null;
  const isClaimable = receipt.isConfirmed && isGuest;
  return (
    <article className="thank-you follows-country">
      <header className="thank-you-head">
        <FilledBowl />
        <h1 className="success-heading">{thanksFor(receipt)}</h1>
        <p className="text-lg text-muted">{describeDonation(receipt)}</p>
        {receipt.lines && <p className="text-muted">{describeCharge(receipt.lines)}</p>}
      </header>
      <Receipt receipt={receipt}>{isClaimable && <ClaimElsewhere transactionId={receipt.transactionId} />}</Receipt>
      {receipt.isConfirmed && <SplitPart id={receipt.transactionId} className="receipt-proof" />}
      {receipt.isConfirmed && <JourneyPart id={receipt.transactionId} />}
      {receipt.isConfirmed && <ProofPart id={receipt.transactionId} />}
      {isGuest && receipt.mail && <GuestReceiptNotice state={receipt.mail.state} />}
      <OwnerNotice receipt={receipt} />
      {receipt.isMonthly && <MonthlyNotice transactionId={receipt.transactionId} />}
      <Share receipt={receipt} />
      <NextSteps />
    </article>
  );
}

/** A bowl that fills up once. */
const FilledBowl = (): JSX.Element => (
  <div className="filled-bowl" aria-hidden="true">
    <img src="/art/bowl-empty.svg" alt="" width={160} height={120} />
    <img src="/art/bowl.svg" alt="" width={160} height={120} className="filled-bowl-food" />
  </div>
);

function thanksFor({ isConfirmed, meals, lines }: ReceiptView): string {
  if (!isConfirmed) return 'Thank you.';
  if (meals === 0 || lines?.reversal) return 'Thank you for your donation.';
  return `Thank you. ${formatCountOf(meals, 'meal')} ${meals === 1 ? 'is on its way' : 'are on their way'}.`;
}

/** Says "You gave" only for a confirmed payment. */
function describeDonation({ isConfirmed, amount, recipient, meals, lines }: ReceiptView): string {
  const reversal = lines?.reversal;
  if (reversal) return `You gave ${amount} to ${recipient}. ${reversal.name}: ${reversal.amount}.`;
  if (isConfirmed) return `You gave ${amount} to ${recipient}.`;
  return meals === 0
    ? `A donation of ${amount} helps a food bank.`
    : `A donation of ${amount} becomes about ${formatCountOf(meals, 'meal')}.`;
}

/** The charge is larger than the donation and often in another currency. */
const describeCharge = ({ paidWith, charged }: ReceiptLines): string =>
  paidWith === 'paypal'
    ? `You paid ${charged} with PayPal, fee included.`
    : `Your card was charged ${charged}, fee included.`;

/** A code and a link with which a guest can claim the donation on a device where they are signed in. */
function ClaimElsewhere({ transactionId }: { readonly transactionId: string }): JSX.Element {
  const path = `/claim/${encodeURIComponent(transactionId)}`;
  const url = window.location.origin + path;
  return (
    <section aria-labelledby="claim-elsewhere-heading" className="claim-elsewhere">
      <h3 id="claim-elsewhere-heading">Claim on another device</h3>
      <Suspense fallback={<div className="claim-code" />}>
        <QrCode text={url} label="QR code of the link that claims this donation" className="claim-code" />
      </Suspense>
      <p>
        Scan this code with your other device, or open this link:
        <br />
        <Link to={path} className="link">
          {url}
        </Link>
      </p>
      <CopyLinkButton url={url} />
    </section>
  );
}

// If the code fails to load, the link below it still works.
const QrCode = lazy(() => import('#web/ui/qr-code.tsx').catch(() => ({ default: () => null })));

/** Shares the figures only if the payment is confirmed and not reversed (spec-readings, Donations). */
const Share = ({ receipt }: { receipt: ReceiptView }): JSX.Element =>
  receipt.isConfirmed && !receipt.lines?.reversal ? (
    <ShareFigures receipt={receipt} />
  ) : (
    <ShareText text="Turn the price of an everyday snack into meals for people who need them." />
  );

/** A receipt has no quantity. It is for one snack if a snack of that name has that price. */
function ShareFigures({ receipt: { snackName, amount, meals } }: { receipt: ReceiptView }): JSX.Element {
  const { data: snacks = [] } = useSnacks();
  const format = useMoneyFormat();
  const isOneSnack = snacks.some(({ name, price }) => name === snackName && format(price) === amount);
  const mealsText = formatCountOf(meals, 'meal');
  return (
    <ShareText
      text={
        isOneSnack
          ? `I gave the price of a snack, ${amount}, and it became ${mealsText}.`
          : `I skipped a few snacks and gave ${amount}. That's ${mealsText}.`
      }
    />
  );
}

const ShareText = ({ text }: { text: string }): JSX.Element => (
  <ShareBlock title="Pass it on" path="/" hashtags={['EndHunger']} text={text} />
);

/** Only a donor has a history and an impact page (spec 2, Donation Success). */
function NextSteps(): JSX.Element {
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
