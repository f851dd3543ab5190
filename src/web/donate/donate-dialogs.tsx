import './donate-dialogs.css';
import type { JSX } from 'react';
import CustomAmountDialog from './custom-amount-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import type { Donation } from './use-donation.ts';

/** The section's dialogs; one stands open at a time. */
export type DialogName = 'custom_amount' | 'review';

interface DonateDialogsProps {
  readonly donation: Donation;
  readonly dialog: DialogName;
  readonly onClose: () => void;
}

/** A dialog of the donate section, as long as it is open: one asks for an amount, the other reviews the gift on phones. */
const DonateDialogs = ({ donation, dialog, onClose }: DonateDialogsProps): JSX.Element =>
  dialog === 'review' ? (
    <ReviewDialog donation={donation} onClose={onClose} />
  ) : (
    <CustomAmountDialog onClose={onClose} />
  );

export default DonateDialogs;
