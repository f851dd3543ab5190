import type { JSX } from 'react';
import { useOwnsDonation } from '#web/claim/index.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import type { ReceiptView } from './receipt-view.ts';

interface DonorNoticeProps {
  readonly receipt: Pick<ReceiptView, 'transactionId' | 'mail'>;
  readonly email: string;
}

/**
 * Tells a signed-in donor where the gift and its receipt are (spec 2, Donation Success). A gift is called theirs when their
 * history has it, or when the server speaks of its mail, which it does to owners alone.
 */
export function DonorNotice({ receipt: { transactionId, mail }, email }: DonorNoticeProps): JSX.Element | null {
  const isListed = useOwnsDonation(transactionId);
  const isOwn = mail === undefined ? isListed : true;
  if (isOwn === undefined) return null;
  return (
    <section aria-labelledby="donor-heading" className="gift-notice print:hidden">
      <h2 id="donor-heading" className="text-xl font-extrabold">
        {isOwn ? 'It is saved in your account' : 'Not in your account yet'}
      </h2>
      <p className="mt-2 wrap-anywhere">{isOwn ? describeReceipt(mail, email) : notYours}</p>
      {!isOwn && (
        <p className="mt-4">
          <ButtonLink to={`/claim/${encodeURIComponent(transactionId)}`} tone="secondary">
            Claim this donation
          </ButtonLink>
        </p>
      )}
    </section>
  );
}

/** The words follow the truth (rulings). */
function describeReceipt(mail: ReceiptView['mail'], email: string): string {
  switch (mail) {
    case 'on_its_way':
      return `A receipt is on its way to ${email}. Your history keeps it too.`;
    case 'sent':
      return `A receipt was e-mailed to ${email}. Your history keeps it too.`;
    case 'not_possible':
      return 'We could not e-mail a receipt. Your history keeps it, to read and to download.';
    case undefined:
      return 'Your history lists it, and keeps its receipt.';
  }
}

const notYours = 'It was made while you were not signed in. If it is yours, you can add it to your account.';
