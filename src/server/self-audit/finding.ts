/** A disagreement that a self-audit found. */
export interface Finding {
  readonly kind: DayKind | TotalsKind;
  /** The subject of the disagreement, such as a day. Kind and subject together identify the disagreement. */
  readonly subject: string;
  /** A public sentence, which names no donation and no amount. */
  readonly sentence: string;
}

/** The kinds of disagreement on a single day. The subject is the day. */
export const dayKinds = [
  'unbalanced_transactions',
  'donation_entries',
  'missing_receipts',
  'missing_leaves',
  'payout_entries',
  'written_balances',
] as const;

export type DayKind = (typeof dayKinds)[number];

/** The kinds of disagreement in the totals and the public log. Every self-audit checks them. */
export type TotalsKind =
  | 'provider_balance'
  | 'provider_not_compared'
  | 'books_balance'
  | 'charity_balance'
  | 'unsigned_leaves';
