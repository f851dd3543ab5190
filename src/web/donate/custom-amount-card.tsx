import type { JSX } from 'react';
import { currencies } from '#domain/money/currency.ts';
import { showAmount } from './figures.ts';
import type { Donation } from './use-donation.ts';

/** The card for an amount of one's own; shows the amount once it was given. */
export function CustomAmountCard({ donation, onOpen }: { donation: Donation; onOpen: () => void }): JSX.Element {
  const { basket } = donation.draft;
  const amount = basket.kind === 'custom' ? showAmount(basket.amount, donation.currency) : undefined;
  return (
    <button
      type="button"
      onClick={onOpen}
      disabled={!donation.isHydrated}
      className="snack-card"
      data-chosen={amount !== undefined}
      aria-haspopup="dialog"
    >
      <span className="snack-card-picture custom-amount-sign" aria-hidden="true">
        <span>{currencies[donation.currency].symbol.trim()}</span>
      </span>
      <span className="snack-card-name">Custom Amount</span>
      <span className="snack-card-price">{amount ?? 'You decide'}</span>
      <span className="snack-card-meals">{amount === undefined ? 'any sum' : donation.figures.meals}</span>
    </button>
  );
}
