import type { JSX } from 'react';
import type { ListedDonor } from '#contract/admin/donors/search.ts';
import { roleNames } from '#domain/staff/rights.ts';
import { StatusPill } from '../ui/status-pill.tsx';

/** Shows whether a donor is a guest, is on the team, or has an account, and whether the account's address is confirmed. */
export function KindPill({ donor: { kind, isEmailConfirmed, role } }: { readonly donor: ListedDonor }): JSX.Element {
  if (kind === 'guest') return <StatusPill tone="neutral">Guest</StatusPill>;
  if (role !== null) return <StatusPill tone="good">{`Team: ${roleNames[role]}`}</StatusPill>;
  return isEmailConfirmed ? (
    <StatusPill tone="good">Account</StatusPill>
  ) : (
    <StatusPill tone="attention">Account, unconfirmed</StatusPill>
  );
}
