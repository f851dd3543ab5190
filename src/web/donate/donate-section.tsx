import './slim-bar.css';
import { lazy, useEffect, useState, type JSX } from 'react';
import { Button } from '#web/ui/button.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { NeedsJavaScript } from '#web/ui/feedback/needs-javascript.tsx';
import { useHasInteracted } from '#web/ui/use-has-interacted.ts';
import type { DialogName } from './donate-dialogs.tsx';
import { DonationCard } from './card/donation-card.tsx';
import { Figure } from './card/price-lines.tsx';
import { summarizeBasket, frequencySuffix } from './draft/draft.ts';
import { SnackGrid } from './snacks/snack-grid.tsx';
import type { LeavePage } from './checkout/use-checkout.ts';
import { useDonation, type Donation } from './use-donation.ts';
import { WaitingBasket } from './waiting-basket.tsx';

const loadDialogs = () => import('./donate-dialogs.tsx');

const DonateDialogs = lazy(loadDialogs);

/** Snacks on the left, the donation card on the right; on phones the slim bar below. */
export function DonateSection({ leavePage = goTo }: { leavePage?: LeavePage }): JSX.Element {
  const donation = useDonation(leavePage);
  const [openDialog, setOpenDialog] = useState<DialogName | 'none'>('none');
  usePreloadedDialogs();
  return (
    <section id="donate" aria-labelledby="donate-heading" className="bg-white py-12 md:py-24">
      <div className="mx-auto max-w-page px-4 md:px-6">
        <Heading />
        <WaitingBasket donation={donation} />
        <div className="needs-script mt-8 grid grid-cols-1 items-start lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
          <div className="slim-bar-ground">
            <SnackGrid donation={donation} onCustomAmount={() => setOpenDialog('custom_amount')} />
          </div>
          <DonationCard donation={donation} onAsk={setOpenDialog} />
          <SlimBar donation={donation} onDonate={() => setOpenDialog('review')} />
        </div>
        {openDialog !== 'none' && (
          <LazyPart isRequested>
            <DonateDialogs donation={donation} dialog={openDialog} onClose={() => setOpenDialog('none')} />
          </LazyPart>
        )}
      </div>
    </section>
  );
}

/** Preloads the dialogs at the visitor's first interaction. A failed load is ignored: opening a dialog tries again. */
function usePreloadedDialogs(): void {
  const hasInteracted = useHasInteracted();
  useEffect(() => {
    if (hasInteracted) loadDialogs().catch(() => undefined);
  }, [hasInteracted]);
}

function Heading(): JSX.Element {
  return (
    <header className="max-w-reading">
      <h2 id="donate-heading" className="text-3xl font-extrabold tracking-tight md:text-4xl">
        What would you skip today?
      </h2>
      <p className="mt-2 text-lg text-muted">Tap a snack. Its price becomes meals at a food bank.</p>
      <NeedsJavaScript>
        You need JavaScript to choose snacks and pay. Please turn it on or use another browser.
      </NeedsJavaScript>
    </header>
  );
}

/** The draft in one line at the bottom of a phone's screen, while the snacks are in view. Donate opens the review step. */
function SlimBar({ donation, onDonate }: { donation: Donation; onDonate: () => void }): JSX.Element {
  const summary = summarizeBasket(donation.draft.basket);
  return (
    <div className="slim-bar-place">
      {summary !== '' && (
        <div role="region" aria-label="Your donation so far" className="slim-bar">
          <p className="flex-1">
            <Figure text={summary} />
            <span aria-hidden="true"> · </span>
            <Figure text={donation.figures.total} className="font-extrabold" />
            {frequencySuffix(donation.draft.frequency)}
          </p>
          <Button tone="primary" disabled={!donation.canDonate} onClick={onDonate}>
            Donate
          </Button>
        </div>
      )}
    </div>
  );
}

const goTo: LeavePage = (url) => window.location.assign(url);
