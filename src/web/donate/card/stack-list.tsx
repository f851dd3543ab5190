import type { JSX } from 'react';
import { quantityMax, type StackItem } from '#domain/donation/basket.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { updateDraft } from '../draft/draft-store.ts';
import { Figure } from './price-lines.tsx';
import { lineAmounts } from '../figures.ts';
import rules from './stack-list.css?inline';
import type { Donation } from '../use-donation.ts';

adoptStyles(rules);

/** Id of the card's heading, which takes the focus when a line is removed. */
export const cardHeadingId = 'donation-card-heading';

/** The content of the basket: a line per snack with its quantity, the custom amount, or a hint. */
export function StackList({ donation }: { donation: Donation }): JSX.Element {
  const { basket } = donation.draft;
  if (basket.kind === 'empty') return <EmptyStack />;
  if (basket.kind === 'custom') return <CustomLine amount={donation.figures.subtotal} />;
  const amounts = lineAmounts(basket.items, donation.currency, donation.rates);
  return (
    <ul aria-label="Snacks in your donation" className="stack-list">
      {basket.items.map((item, position) => (
        <StackLine key={item.id} item={item} amount={amounts[position] ?? ''} />
      ))}
    </ul>
  );
}

function StackLine({ item, amount }: { item: StackItem; amount: string }): JSX.Element {
  const handleChange = (change: 1 | -1): void => {
    if (item.quantity + change === 0) return handleRemove();
    updateDraft({ kind: 'quantity_changed', snackId: item.id, change });
  };
  const handleRemove = (): void => {
    updateDraft({ kind: 'snack_removed', snackId: item.id });
    document.getElementById(cardHeadingId)?.focus(); // the button that had the focus is gone
  };
  return (
    <li className="stack-line">
      <span className="stack-line-name">{item.name}</span>
      <Figure text={amount} className="stack-line-amount" />
      <div className="stack-line-buttons">
        <StepButton label={`Decrease quantity of ${item.name}`} sign="−" onClick={() => handleChange(-1)} />
        <Figure text={String(item.quantity)} className="stack-line-quantity" />
        <StepButton
          label={`Increase quantity of ${item.name}`}
          sign="+"
          isDisabled={item.quantity >= quantityMax}
          onClick={() => handleChange(1)}
        />
        <button
          type="button"
          className="stack-line-remove small-link"
          aria-label={`Remove ${item.name}`}
          onClick={handleRemove}
        >
          Remove
        </button>
      </div>
    </li>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly sign: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

const StepButton = ({ label, sign, isDisabled = false, onClick }: StepButtonProps): JSX.Element => (
  <button
    type="button"
    className="step-button border-line-strong"
    aria-label={label}
    disabled={isDisabled}
    onClick={onClick}
  >
    <span aria-hidden="true">{sign}</span>
  </button>
);

const CustomLine = ({ amount }: { amount: string }): JSX.Element => (
  <p className="stack-line">
    <span className="stack-line-name">Custom amount</span>
    <Figure text={amount} className="stack-line-amount" />
  </p>
);

const EmptyStack = (): JSX.Element => (
  <p className="empty-stack">
    <img src="/art/bowl-empty.svg" alt="" width={96} height={72} />
    <span>Nothing here yet. Choose a snack or enter an amount.</span>
  </p>
);
