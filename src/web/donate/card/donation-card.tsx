import './donation-card.css';
import type { JSX, SubmitEvent } from 'react';
import { labelOf } from '#domain/donation/basket.ts';
import { useAreCookiesBlocked } from '#web/browser-storage.ts';
import { Button } from '#web/ui/button.tsx';
import { CharityChoice } from './charity-choice.tsx';
import { frequencySuffix } from '../draft/draft.ts';
import { FrequencyChoice } from './frequency-choice.tsx';
import { PriceLines, type Question } from './price-lines.tsx';
import { cardHeadingId, StackList } from './stack-list.tsx';
import type { Donation } from '../use-donation.ts';

interface DonationCardProps {
  readonly donation: Donation;
  readonly onAsk: (question: Question) => void;
}

/** The draft as a till receipt, with the Donate button at the end. */
export function DonationCard({ donation, onAsk }: DonationCardProps): JSX.Element {
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void donation.checkout.submit('Checkout Error');
  };
  return (
    <form method="post" noValidate onSubmit={handleSubmit} aria-labelledby={cardHeadingId} className="donation-card">
      <fieldset disabled={!donation.isReady} className="donation-card-paper">
        <CardHeading donation={donation} />
        <StackList donation={donation} />
        <PriceLines
          figures={donation.figures}
          isEmpty={donation.draft.basket.kind === 'empty'}
          suffix={frequencySuffix(donation.draft.frequency)}
          rateDay={donation.rates.setOn}
          notice={donation.priceNotice}
          onAsk={onAsk}
        />
        <CharityChoice donation={donation} />
        <FrequencyChoice frequency={donation.draft.frequency} />
        <DonateButton donation={donation} />
        <PayPalButton donation={donation} />
        <Reassurance />
      </fieldset>
    </form>
  );
}

/** Shows the donation's label (spec 4, Stack label). */
function CardHeading({ donation }: { donation: Donation }): JSX.Element {
  const label = labelOf(donation.draft.basket);
  return (
    <header className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h3 id={cardHeadingId} tabIndex={-1} className="text-xl font-extrabold">
        Your donation
      </h3>
      {label !== '' && <p className="text-sm text-muted">{label}</p>}
    </header>
  );
}

function DonateButton({ donation }: { donation: Donation }): JSX.Element {
  return (
    <Button tone="primary" size="large" type="submit" disabled={!donation.canDonate} className="w-full">
      {donateLabel(donation)}
    </Button>
  );
}

/** Leads to the PayPal page, for one-time donations only (spec-readings, The wire). */
function PayPalButton({ donation }: { donation: Donation }): JSX.Element {
  const obstacle = usePayPalObstacle(donation);
  return (
    <>
      <Button
        tone="secondary"
        size="large"
        disabled={!donation.canDonate || obstacle !== undefined}
        onClick={donation.payWithPayPal}
        className="w-full"
      >
        Pay with PayPal
      </Button>
      {obstacle !== undefined && <p className="text-center text-sm text-muted">{obstacle}</p>}
    </>
  );
}

/** Returns why PayPal cannot be used; undefined if it can. */
function usePayPalObstacle({ draft }: Donation): string | undefined {
  const areCookiesBlocked = useAreCookiesBlocked();
  if (areCookiesBlocked) return 'PayPal needs cookies, which your browser blocks. Please pay by card.';
  return draft.frequency === 'monthly' ? 'PayPal is available for one-time gifts only.' : undefined;
}

/** Returns the text of a Donate button: with the amount if there is one, and Processing... after a click (spec 4). */
export function donateLabel({ checkout, draft, figures }: Donation): string {
  if (checkout.isProcessing) return 'Processing...';
  return draft.basket.kind === 'empty' ? 'Donate' : `Donate ${figures.total}${frequencySuffix(draft.frequency)}`;
}

const Reassurance = (): JSX.Element => (
  <p className="text-center text-sm text-muted">
    Secure checkout. Not tax-deductible. We never store your card details.
  </p>
);
