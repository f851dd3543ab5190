import { useEffect, useState, type JSX } from 'react';
import { useLocation } from 'wouter';
import { useVisit } from '#web/app-router.tsx';
import { readSection, sectionState } from '#web/ui/scroll-to-section.ts';
import { readDraft } from './draft/draft-store.ts';
import { frequencySuffix, summarizeBasket } from './draft/draft.ts';
import type { Donation } from './use-donation.ts';

/** Tells a donor who comes back from signing in, or from the payment page without paying, what is still in the basket. */
export function WaitingBasket({ donation }: { readonly donation: Donation }): JSX.Element | null {
  const { state } = useVisit();
  useReturnFromPayment();
  return donation.isReady && readSection(state) !== undefined ? <Notice donation={donation} /> : null;
}

/** Disappears when the donor changes the basket. */
function Notice({ donation: { draft, figures } }: { readonly donation: Donation }): JSX.Element | null {
  const [initialBasket] = useState(draft.basket);
  const summary = summarizeBasket(draft.basket).toLowerCase();
  if (summary === '' || draft.basket !== initialBasket) return null;
  return (
    <p role="status" className="mt-4 rounded-xl bg-tint p-4">
      {`Your basket is waiting: ${summary}, ${figures.total}${frequencySuffix(draft.frequency)}.`}
    </p>
  );
}

/**
 * Scrolls to this section when the browser opens the home page with a basket that was not paid. A visitor who has scrolled
 * stays in place.
 */
function useReturnFromPayment(): void {
  const { isFirst, hash, state } = useVisit();
  const hasSection = hash !== '' || readSection(state) !== undefined;
  const [, navigate] = useLocation();
  useEffect(() => {
    const { basket, isSubmitted } = readDraft();
    const isWaiting = isSubmitted && basket.kind !== 'empty';
    if (!isFirst || hasSection || window.scrollY > 0 || !isWaiting) return;
    navigate(window.location.href, { replace: true, state: sectionState('donate') });
  }, [isFirst, hasSection, navigate]);
}
