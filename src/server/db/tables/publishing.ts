import type { PublishedKind } from '#domain/publishing/document-kind.ts';

/** A version of what staff publish. Rows are only inserted. Each version is based on the one before it. */
export interface PublishedVersionRow {
  kind: PublishedKind;
  /** 1, 2, 3 … within its kind. */
  version: number;
  /** A JSON object. */
  document: string;
  effective_from: string;
  published_at: string;
  /** Null for the system. */
  published_by: string | null;
  /** The username at that time; kept when the account is deleted. */
  publisher_name: string;
  reason: string;
}

/** The state of the daily fetch of exchange rates: one row, from the first fetch on. */
export interface RateFetchRow {
  id: 'rates';
  /** When the next fetch is due. */
  next_at: string;
  /** When a fetch last succeeded. */
  fetched_at: string | null;
  /** When the first fetch since then failed. */
  failing_since: string | null;
  /** What the last failure reported. */
  problem: string | null;
  /** The rates of the last fetch that someone must confirm, as JSON. */
  waiting: string;
}
