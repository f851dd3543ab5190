import type { JSX } from 'react';
import { useOwnsDonation } from '#web/claim/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** Tells a donor that the gift goes on by itself, and where that can be changed. It concerns nobody else who holds the receipt. */
export function MonthlyNotice({ transactionId }: { readonly transactionId: string }): JSX.Element | null {
  if (useOwnsDonation(transactionId) !== true) return null;
  return (
    <section aria-labelledby="monthly-gift-heading" className="gift-notice print:hidden">
      <h2 id="monthly-gift-heading" className="text-xl font-extrabold">
        You give this every month
      </h2>
      <p className="mt-2">Your card is charged once a month. You can change, pause or cancel that at any time.</p>
      <p className="mt-4">
        <ButtonLink to="/account#monthly" tone="secondary">
          See your monthly gifts
        </ButtonLink>
      </p>
    </section>
  );
}
