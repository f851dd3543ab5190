import { lazy, Suspense, useState, type JSX } from 'react';
import { DonationCard } from './donation-card.tsx';
import { SlimBar } from './slim-bar.tsx';
import { SnackGrid } from './snack-grid.tsx';
import type { LeavePage } from './use-checkout.ts';
import { useDonation } from './use-donation.ts';

// Most visits open neither: each comes along when it is first asked for, and stays.
const CustomAmountDialog = lazy(() => import('./custom-amount-dialog.tsx'));
const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog.tsx')).ReviewDialog }));
type DialogName = 'custom_amount' | 'review';

/** The heart of the product: choose snacks or an amount on the left, read the gift like a till receipt on the right. */
export function DonateSection({ leavePage = goTo }: { leavePage?: LeavePage }): JSX.Element {
  const donation = useDonation(leavePage);
  const [openDialog, setOpenDialog] = useState<DialogName>();
  const [askedFor, setAskedFor] = useState<readonly DialogName[]>([]);
  const open = (dialog: DialogName): void => {
    setAskedFor([...askedFor, dialog]);
    setOpenDialog(dialog);
  };
  const close = (): void => setOpenDialog(undefined);
  return (
    <section id="donate" aria-labelledby="donate-heading" className="bg-white py-12 md:py-24">
      <div className="mx-auto max-w-page px-4 md:px-6">
        <Heading />
        <div className="mt-8 grid grid-cols-1 items-start lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
          <div className="slim-bar-ground">
            <SnackGrid donation={donation} onCustomAmount={() => open('custom_amount')} />
          </div>
          <DonationCard donation={donation} />
          <SlimBar donation={donation} onDonate={() => open('review')} />
        </div>
      </div>
      <Suspense>
        {askedFor.includes('custom_amount') && (
          <CustomAmountDialog isOpen={openDialog === 'custom_amount'} onClose={close} />
        )}
        {askedFor.includes('review') && (
          <ReviewDialog donation={donation} isOpen={openDialog === 'review'} onClose={close} />
        )}
      </Suspense>
    </section>
  );
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
