import './snack-grid.css';
import type { JSX } from 'react';
import type { Snack } from '#domain/donation/basket.ts';
import { Button } from '#web/ui/button.tsx';
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
      {donation.snacks.status === 'failed' && <SnacksFailed onRetry={donation.snacks.retry} />}
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

function SnacksFailed({ onRetry }: { onRetry: () => void }): JSX.Element {
  return (
    <div role="alert" className="mb-4 flex flex-wrap items-center gap-4 rounded-card bg-tint p-4">
      <img src="/art/broken-biscuit.svg" alt="" width={96} height={72} />
      <p className="flex-1 font-bold">Failed to load snacks. Please try again later.</p>
      <Button tone="secondary" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
