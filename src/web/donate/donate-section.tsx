import { lazy, useEffect, useState, type JSX } from 'react';
import { LaterPart } from '#web/ui/later-part.tsx';
import { useHasActed } from '#web/ui/use-has-acted.ts';
import type { DialogName } from './donate-dialogs.tsx';
import { DonationCard } from './donation-card.tsx';
import { SlimBar } from './slim-bar.tsx';
import { SnackGrid } from './snack-grid.tsx';
import type { LeavePage } from './use-checkout.ts';
import { useDonation } from './use-donation.ts';

const loadDialogs = () => import('./donate-dialogs.tsx');

const DonateDialogs = lazy(loadDialogs);

/** The heart of the product: choose snacks or an amount on the left, read the gift like a till receipt on the right. */
export function DonateSection({ leavePage = goTo }: { leavePage?: LeavePage }): JSX.Element {
  const donation = useDonation(leavePage);
  const [openDialog, setOpenDialog] = useState<DialogName | 'none'>('none');
  usePreparedDialogs();
  return (
    <section id="donate" aria-labelledby="donate-heading" className="bg-white py-12 md:py-24">
      <div className="mx-auto max-w-page px-4 md:px-6">
        <Heading />
        <div className="mt-8 grid grid-cols-1 items-start lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
          <div className="slim-bar-ground">
            <SnackGrid donation={donation} onCustomAmount={() => setOpenDialog('custom_amount')} />
          </div>
          <DonationCard donation={donation} />
          <SlimBar donation={donation} onDonate={() => setOpenDialog('review')} />
        </div>
        {openDialog !== 'none' && (
          <LaterPart isAsked>
            <DonateDialogs donation={donation} dialog={openDialog} onClose={() => setOpenDialog('none')} />
          </LaterPart>
        )}
      </div>
    </section>
  );
}

/**
 * Loads the dialogs at the visitor's first deed: whoever only reads the page need not carry them. They are drawn only when they
 * are asked for, and so nobody hears of a load that failed before.
 */
function usePreparedDialogs(): void {
  const hasActed = useHasActed();
  useEffect(() => {
    if (hasActed) loadDialogs().catch(() => undefined);
  }, [hasActed]);
}

function Heading(): JSX.Element {
  return (
    <header className="max-w-reading">
      <h2 id="donate-heading" className="text-3xl font-extrabold tracking-tight md:text-4xl">
        What would you skip today?
      </h2>
      <p className="mt-2 text-lg text-muted">Tap a snack. Its price becomes meals at a food bank.</p>
      <noscript>
        <p className="mt-4 rounded-xl bg-tint p-4">
          Choosing snacks and paying needs JavaScript. Everything else here can be read without it.
        </p>
      </noscript>
    </header>
  );
}

const goTo: LeavePage = (url) => window.location.assign(url);
