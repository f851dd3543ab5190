import type { JSX } from 'react';
import type { DonationState } from '#contract/admin/donations/search.ts';
import { StatusPill, type Tone } from '../ui/status-pill.tsx';

/** The name of each state. */
export const stateNames: Readonly<Record<DonationState, string>> = {
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  pending: 'Not paid yet',
  processing: 'Processing',
  failed: 'Failed',
  expired: 'Expired',
};

const tones: Readonly<Record<DonationState, Tone>> = {
  paid: 'good',
  partly_refunded: 'neutral',
  refunded: 'neutral',
  disputed: 'bad',
  pending: 'attention',
  processing: 'attention',
  failed: 'bad',
  expired: 'neutral',
};

/** Returns true if the donation was paid, even if it was taken back later. */
export const isPaid = ({ state }: { readonly state: DonationState }): boolean =>
  state === 'paid' || state === 'partly_refunded' || state === 'refunded' || state === 'disputed';

export const StatePill = ({ state }: { readonly state: DonationState }): JSX.Element => (
  <StatusPill tone={tones[state]}>{stateNames[state]}</StatusPill>
);

export const kindNames = { one_time: 'One-time', monthly: 'Monthly' } as const;
