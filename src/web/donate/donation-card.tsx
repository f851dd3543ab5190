import './donation-card.css';
import type { JSX, SubmitEvent } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CardHeading, cardHeadingId } from './card-heading.tsx';
import { CharityChoice } from './charity-choice.tsx';
import { rhythmOf } from './draft.ts';
import { FrequencyChoice } from './frequency-choice.tsx';
import { PriceLines } from './price-lines.tsx';
import { StackList } from './stack-list.tsx';
import type { Donation } from './use-donation.ts';

/** The gift, read from top to bottom like a till receipt, with Donate at its end. */
export function DonationCard({ donation }: { donation: Donation }): JSX.Element {
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void donation.checkout.submit('Checkout Error');
  };
  return (
    <form method="post" noValidate onSubmit={handleSubmit} aria-labelledby={cardHeadingId} className="donation-card">
      <fieldset disabled={!donation.isHydrated} className="donation-card-paper">
        <CardHeading donation={donation} />
        <StackList donation={donation} />
        <PriceLines
          figures={donation.figures}
          isEmpty={donation.draft.basket.kind === 'empty'}
          rhythm={rhythmOf(donation.draft.frequency)}
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

function DonateButton({ donation }: { donation: Donation }): JSX.Element {
  return (
    <Button tone="primary" size="large" type="submit" disabled={!donation.canDonate} className="w-full">
      {donateLabel(donation)}
    </Button>
  );
}

/** The other way to pay, for one-time gifts (rulings, PayPal order). It leads to a page of its own. */
function PayPalButton({ donation }: { donation: Donation }): JSX.Element {
  const isMonthly = donation.draft.frequency === 'monthly';
  return (
    <>
      <Button
        tone="secondary"
        size="large"
        disabled={!donation.canDonate || isMonthly}
        onClick={donation.payByPayPal}
        className="w-full"
      >
        Pay with PayPal
      </Button>
      {isMonthly && <p className="text-center text-sm text-muted">PayPal is for one-time gifts.</p>}
    </>
  );
}

/** What a Donate button says: the amount once there is one, and that it works while it does (spec 4). */
export function donateLabel({ checkout, draft, figures }: Donation): string {
  if (checkout.isProcessing) return 'Processing...';
  return draft.basket.kind === 'empty' ? 'Donate' : `Donate ${figures.total}${rhythmOf(draft.frequency)}`;
}

const Reassurance = (): JSX.Element => (
  <p className="text-center text-sm text-muted">Secure checkout. Not tax-deductible. No card details kept here.</p>
);
