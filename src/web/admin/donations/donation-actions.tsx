import { useQueryClient } from '@tanstack/react-query';
import { useState, type JSX } from 'react';
import { useSearchParams } from 'wouter';
import type { DonationDetail } from '#contract/admin/donations/detail.ts';
import type { Right } from '#domain/staff/rights.ts';
import { Button } from '#web/ui/button.tsx';
import { useStaff } from '../use-staff.ts';
import { isPaid } from './donation-state.tsx';
import { canCorrectEmail, ClaimDialog, EmailDialog, ResendDialog } from './help-dialogs.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { donationKey } from './use-donation.ts';

/** Exported here, so that it loads in the same script as the actions. */
export { NoteForm } from './note-form.tsx';

type Action = 'receipt' | 'email' | 'claim' | 'refund';

/**
 * The actions for a donation that its state and the reader's rights allow. `?action=receipt` opens the dialog that resends the
 * receipt.
 */
export function DonationActions({ donation }: { readonly donation: DonationDetail }): JSX.Element {
  const { data: staff } = useStaff();
  const [parameters] = useSearchParams();
  const [open, setOpen] = useState<Action | undefined>(parameters.get('action') === 'receipt' ? 'receipt' : undefined);
  const [outcome, setOutcome] = useState<string>();
  const reload = useReload(donation.id);
  const close = (): void => setOpen(undefined);
  const finish = (sentence?: string): void => {
    close();
    setOutcome(sentence);
    reload();
  };
  const shared = { donation, onClose: close, onDone: finish };
  return (
    <section aria-label="Actions" className="donation-actions">
      <p className="flex flex-wrap gap-3">
        {actionsFor(donation, staff?.rights ?? []).map(({ action, label }) => (
          <Button key={action} tone="secondary" onClick={() => setOpen(action)}>
            {label}
          </Button>
        ))}
      </p>
      <p role="status" className="wrap-anywhere">
        {outcome}
      </p>
      <ResendDialog {...shared} isOpen={open === 'receipt'} />
      <EmailDialog {...shared} isOpen={open === 'email'} />
      <ClaimDialog {...shared} isOpen={open === 'claim'} />
      <RefundDialog {...shared} isOpen={open === 'refund'} />
    </section>
  );
}

interface OfferedAction {
  readonly action: Action;
  readonly label: string;
}

function actionsFor(donation: DonationDetail, rights: readonly Right[]): readonly OfferedAction[] {
  const canHelp = rights.includes('helpDonors') && isPaid(donation);
  return [
    ...(canHelp ? [{ action: 'receipt', label: 'Resend receipt…' } as const] : []),
    ...(canHelp && canCorrectEmail(donation) ? [{ action: 'email', label: 'Correct email…' } as const] : []),
    ...(canHelp && donation.donorId === null && donation.paidBy === 'guest'
      ? [{ action: 'claim', label: 'Make claim link…' } as const]
      : []),
    ...(rights.includes('refund') && donation.remaining > 0 ? [{ action: 'refund', label: 'Refund…' } as const] : []),
  ];
}

/** A refund or an email appears only some seconds after the request for it. */
const reloadDelaysMs = [0, 2_000, 5_000, 10_000];

/** Returns a function that reloads the donation immediately and again over the next seconds. */
function useReload(id: string): () => void {
  const cache = useQueryClient();
  return () => {
    for (const delayMs of reloadDelaysMs)
      setTimeout(() => void cache.invalidateQueries({ queryKey: donationKey(id) }), delayMs);
  };
}
