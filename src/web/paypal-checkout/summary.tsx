import type { JSX } from 'react';
import { formatCount, formatMoney } from '#domain/money/format.ts';
import type { Payment } from './payment.ts';

/** What is about to be paid, line by line; the total is what PayPal charges (rulings, PayPal). */
export function Summary({ payment }: { readonly payment: Payment }): JSX.Element {
  const { gift, meals, price, currencyNote } = payment;
  return (
    <>
      <dl>
        <SummaryLine term="Donation amount" text={formatMoney(price.subtotal)} />
        <SummaryLine term="Charity" text={gift.charity.name} />
        <SummaryLine term="Meals provided" text={formatCount(meals)} />
        <SummaryLine term="Service Fee (10%)" text={formatMoney(price.serviceFee)} />
        <SummaryLine term="Total" text={formatMoney(price.total)} isTotal />
      </dl>
      {currencyNote !== undefined && <p className="rounded-xl bg-tint p-4 font-bold">{currencyNote}</p>}
    </>
  );
}

interface SummaryLineProps {
  readonly term: string;
  readonly text: string;
  readonly isTotal?: boolean;
}

const SummaryLine = ({ term, text, isTotal = false }: SummaryLineProps): JSX.Element => (
  <div className={isTotal ? 'price-line price-line-total' : 'price-line'}>
    <dt>{term}</dt>
    <dd className="figure">{text}</dd>
  </div>
);
