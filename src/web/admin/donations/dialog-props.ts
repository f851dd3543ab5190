import type { DonationDetail } from '#contract/admin/donations/detail.ts';

/** What every dialog about a donation needs. */
export interface DonationDialogProps {
  readonly donation: DonationDetail;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** `sentence` says what has happened. */
  readonly onDone: (sentence?: string) => void;
}
