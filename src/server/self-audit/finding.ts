/** Where the books do not agree, as one audit found it. */
export interface Finding {
  readonly kind: DayKind | TotalsKind;
  /** What does not agree, such as a day; together with the kind, it identifies the disagreement. */
  readonly subject: string;
  /** For everyone: it names no donation and no amount. */
  readonly sentence: string;
}

/** Kinds that an audit checks for single days; their subject is the day. */
export type DayKind =
  | 'unbalanced_transactions'
  | 'donation_entries'
  | 'missing_receipts'
  | 'missing_leaves'
  | 'payout_entries'
  | 'written_balances';

/** Kinds that every audit checks for the books as a whole. */
export type TotalsKind =
  | 'provider_balance'
  | 'provider_not_compared'
  | 'books_balance'
  | 'charity_balance'
  | 'unsigned_leaves';
