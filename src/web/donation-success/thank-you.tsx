import type { JSX } from 'react';
import { formatCount } from '#domain/money/format.ts';
import { ShareBlock } from '#web/share/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { FilledBowl } from './filled-bowl.tsx';
import { GuestNotice } from './guest-notice.tsx';
import type { ReceiptView } from './receipt-view.ts';
import { Receipt } from './receipt.tsx';

/** Thanks first, then the receipt, then what can be done with it, then sharing. */
export function ThankYou({ receipt }: { receipt: ReceiptView }): JSX.Element {
  return (
    <article className="thank-you">
      <header className="thank-you-head">
        <FilledBowl />
        <h1 className="success-heading">{thanksFor(receipt.meals)}</h1>
        <p className="text-lg text-muted">{`You gave ${receipt.amount}. Somebody eats because of it.`}</p>
      </header>
      <Receipt receipt={receipt} />
      <GuestNotice />
      <ShareBlock title="Pass it on" path="/" hashtags={['EndHunger']} text={shareSentence(receipt)} />
      <p className="text-center print:hidden">
        <ButtonLink to="/#donate" tone="quiet">
          Donate Again
        </ButtonLink>
      </p>
    </article>
  );
}

function thanksFor(meals: number): string {
  if (meals === 0) return 'Thank you for your donation.';
  return meals === 1 ? 'Thank you. 1 meal is on its way.' : `Thank you. ${formatCount(meals)} meals are on their way.`;
}

/** Only a confirmed gift is told with its figures (rulings, Donations). */
const shareSentence = ({ isConfirmed, amount, meals }: ReceiptView): string =>
  isConfirmed
    ? `I gave the price of a snack, ${amount}, and it became ${meals === 1 ? '1 meal' : `${formatCount(meals)} meals`}.`
    : 'Turn the price of an everyday snack into meals for people who need them.';
