import type { DonationDetail } from '#contract/admin/donations/detail.ts';

/** The props of every dialog about a donation. */
export interface DonationDialogProps {
  readonly donation: DonationDetail;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** `sentence` says what has happened. */
  readonly onDone: (sentence?: string) => void;
}
