import './donate-dialogs.css';
import type { JSX } from 'react';
import CustomAmountDialog from './custom-amount-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import type { Donation } from './use-donation.ts';

/** Which of the section's dialogs stands open; one at a time. */
export type OpenDialog = 'none' | 'custom_amount' | 'review';

interface DonateDialogsProps {
  readonly donation: Donation;
  readonly openDialog: OpenDialog;
  readonly onClose: () => void;
}

/** The dialogs of the donate section: one asks for an amount, the other reviews the gift on phones. */
export default function DonateDialogs({ donation, openDialog, onClose }: DonateDialogsProps): JSX.Element {
  return (
    <>
      <CustomAmountDialog isOpen={openDialog === 'custom_amount'} onClose={onClose} />
      <ReviewDialog donation={donation} isOpen={openDialog === 'review'} onClose={onClose} />
    </>
  );
}
