import type { JSX } from 'react';
import type { CharityResponse } from '#contract/admin/money/bank-accounts.ts';
import { StatusPill } from '../ui/status-pill.tsx';

/** The state of a batch, or of one payout, which the bank may have returned. */
export function BatchStatus({ status }: Pick<CharityResponse['payouts'][number], 'status'>): JSX.Element {
  switch (status) {
    case 'open':
      return <StatusPill tone="attention">Not paid yet</StatusPill>;
    case 'paid':
      return <StatusPill tone="good">Paid</StatusPill>;
    case 'canceled':
      return <StatusPill tone="neutral">Canceled</StatusPill>;
    case 'returned':
      return <StatusPill tone="bad">Returned</StatusPill>;
  }
}
