import type { CurrencyCode } from '#domain/money/currency.ts';

/** The tables of the transparency page and of the self-audit. */
export interface TransparencyTables {
  transparency_groups: TransparencyGroupRow;
  transparency_progress: TransparencyProgressRow;
  self_audits: SelfAuditRow;
  disagreements: DisagreementRow;
}

/** A published group of donations or reversals. Rows are only added; of their columns, only the last two change. */
export interface TransparencyGroupRow {
  kind: 'received' | 'reversed';
  charity_id: number;
  currency: CurrencyCode;
  first_day: string;
  last_day: string;
  donations: number;
  amount_minor: number;
  service_fees_minor: number;
  provider_fees_minor: number | null;
  paid_on: string | null;
}

/** How far groups have been published; one row. */
interface TransparencyProgressRow {
  number: number;
  /** The start of the first day that has not been read. */
  published_before: string;
}

/** The latest self-audit; one row. */
interface SelfAuditRow {
  number: number;
  /** The process that advances this runs the self-audit of the hour. */
  started_at: string;
  finished_at: string | null;
}

/** A disagreement of the books, with its beginning and end. */
export interface DisagreementRow {
  kind: string;
  /**
   * A day, a currency, the public log, or a provider or charity, with a currency or without. At most one row of a kind and
   * subject is open.
   */
  subject: string;
  first_seen_at: string;
  /** For everyone: it names no donation and no amount. */
  sentence: string;
  ended_at: string | null;
}
