import type { JSX } from 'react';
import type { ListedBatch } from '#contract/admin/payouts.ts';
import { StatusPill } from '../ui/status-pill.tsx';

export function BatchStatus({ status }: Pick<ListedBatch, 'status'>): JSX.Element {
  switch (status) {
    case 'open':
      return <StatusPill tone="attention">Not paid yet</StatusPill>;
    case 'paid':
      return <StatusPill tone="good">Paid</StatusPill>;
    case 'canceled':
      return <StatusPill tone="neutral">Canceled</StatusPill>;
  }
}
