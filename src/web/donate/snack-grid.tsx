import './snack-grid.css';
import type { JSX } from 'react';
import type { Snack } from '#domain/donation/basket.ts';
import { FailedBox } from '#web/ui/failed-box.tsx';
import { CustomAmountCard } from './custom-amount-card.tsx';
import { updateDraft } from './draft-store.ts';
import { quantityOf } from './draft.ts';
import { describeMeals, showAmount } from './figures.ts';
import { SnackCard } from './snack-card.tsx';
import { SnackSkeleton } from './snack-skeleton.tsx';
import type { Donation } from './use-donation.ts';

/** The snacks on offer and, as the last card, an amount of one's own. */
export function SnackGrid({
  donation,
  onCustomAmount,
}: {
  donation: Donation;
  onCustomAmount: () => void;
}): JSX.Element {
  return (
    <>
      {donation.snacks.status === 'failed' && (
        <div className="mb-4">
          <FailedBox text="Failed to load snacks. Please try again later." onRetry={donation.snacks.retry} />
        </div>
      )}
      <ul className="snack-grid" aria-busy={donation.snacks.status === 'loading'}>
        <SnackItems donation={donation} />
        <li className="snack-grid-last">
          <CustomAmountCard donation={donation} onOpen={onCustomAmount} />
        </li>
      </ul>
    </>
  );
}

function SnackItems({ donation }: { donation: Donation }): JSX.Element | null {
  if (donation.snacks.status === 'failed') return null;
  if (donation.snacks.status === 'loading') {
    return (
      <>
        {Array.from({ length: skeletons }, (_, position) => (
          <li key={position}>
            <SnackSkeleton />
          </li>
        ))}
      </>
    );
  }
  return (
    <>
      {donation.snacks.items.map((snack) => (
        <li key={snack.id}>
          <SnackCard {...cardOf(snack, donation)} />
        </li>
      ))}
    </>
  );
}

const skeletons = 7; // spec 4, Loading placeholders

const cardOf = (snack: Snack, { draft, currency }: Donation): Parameters<typeof SnackCard>[0] => ({
  name: snack.name,
  price: showAmount(snack.price, currency),
  meals: describeMeals(snack.meals),
  quantity: quantityOf(draft.basket, snack.id),
  onAdd: () => updateDraft({ kind: 'snack_added', snack }),
});
