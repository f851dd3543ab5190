import type { JSX } from 'react';
import { useOwnsDonation } from '#web/claim/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/**
 * Tells a donor that the gift is a monthly one, and where that can be changed; in words that stay true when it is over. It
 * concerns nobody else who holds the receipt.
 */
export function MonthlyNotice({ transactionId }: { readonly transactionId: string }): JSX.Element | null {
  if (useOwnsDonation(transactionId) !== true) return null;
  return (
    <section aria-labelledby="monthly-gift-heading" className="gift-notice print:hidden">
      <h2 id="monthly-gift-heading" className="text-xl font-extrabold">
        This is a monthly gift
      </h2>
      <p className="mt-2">
        Your account says when the next one is due. You can change, pause or cancel it there at any time.
      </p>
      <p className="mt-4">
        <ButtonLink to="/account#monthly" tone="secondary">
          See your monthly gifts
        </ButtonLink>
      </p>
    </section>
  );
}
