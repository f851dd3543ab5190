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
  /** The username at that time, which stays when the account is deleted. */
  publisher_name: string;
  reason: string;
}
