import type { JSX } from 'react';
import { donationMin } from '#domain/donation/pricing.ts';
import { currencies } from '#domain/money/currency.ts';
import { FailedBox } from '#web/ui/feedback/failed-box.tsx';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';
import { updateDraft } from '../draft/draft-store.ts';
import { quantityOf } from '../draft/draft.ts';
import { describeMeals, showAmount } from '../figures.ts';
import type { OfferedSnack } from '../catalogue.ts';
import { SnackCard } from './snack-card.tsx';
import type { Donation } from '../use-donation.ts';

/** The snacks and, as the last card, the custom amount. */
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
        {Array.from(namesInPage.length > 0 ? namesInPage : standardNames, (name, position) => (
          <li key={position}>
            <SnackSkeleton name={name} />
          </li>
        ))}
      </>
    );
  }
  return (
    <>
      {donation.snacks.items.map((snack) => (
        <li key={snack.id}>
          <SnackCard {...cardProps(snack, donation)} />
        </li>
      ))}
    </>
  );
}

/** Seven snacks (spec 4, Loading placeholders). Their names fit on one line, so the page does not need to know them. */
const standardNames: readonly undefined[] = Array.from({ length: 7 });

/** The names of published snacks. The server writes them into the page, so that placeholders have the cards' number and size. */
const namesInPage: readonly string[] = import.meta.env.SSR
  ? []
  : [...document.querySelectorAll('.skeleton .invisible')].map(({ textContent }) => textContent);

const cardProps = (snack: OfferedSnack, { draft, currency, rates }: Donation): Parameters<typeof SnackCard>[0] => ({
  name: snack.name,
  picture: snack.picture,
  price: showAmount(snack.price, currency, rates),
  meals: describeMeals(snack.meals),
  quantity: quantityOf(draft.basket, snack.id),
  onAdd: () => updateDraft({ kind: 'snack_added', snack }),
});

/** A placeholder with the same boxes and lines as a snack card, so that nothing moves when the snacks arrive. */
function SnackSkeleton({ name }: { name: string | undefined }): JSX.Element {
  return (
    <div className="snack-card" aria-hidden="true">
      <Skeleton className="snack-card-picture" />
      <span className="snack-card-name">
        {name === undefined ? (
          <Skeleton className="inline-block h-4 w-24" />
        ) : (
          <span className="skeleton inline">
            <span className="invisible">{name}</span>
          </span>
        )}
      </span>
      <span className="snack-card-price">
        <Skeleton className="inline-block h-4 w-16" />
      </span>
      <span className="snack-card-meals">
        <Skeleton className="inline-block h-3 w-20" />
      </span>
    </div>
  );
}

/** Opens the custom amount dialog, and shows the amount after it was set. */
function CustomAmountCard({ donation, onOpen }: { donation: Donation; onOpen: () => void }): JSX.Element {
  const { draft, currency, rates, figures } = donation;
  const amount = draft.basket.kind === 'custom' ? figures.subtotal : undefined;
  return (
    <button
      type="button"
      onClick={onOpen}
      disabled={!donation.isReady}
      className="snack-card"
      data-chosen={amount !== undefined}
      aria-haspopup="dialog"
    >
      <span className="snack-card-picture custom-amount-sign follows-country" aria-hidden="true">
        <span>{currencies[currency].symbol.trim()}</span>
      </span>
      <span className="snack-card-name">Custom Amount</span>
      <span className="snack-card-price">{amount ?? 'You decide'}</span>
      <span className="snack-card-meals follows-country">
        {amount === undefined ? `from ${showAmount(donationMin, currency, rates)}` : figures.meals}
      </span>
    </button>
  );
}
