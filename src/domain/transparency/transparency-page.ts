import type { TransparencyFigures } from './figures.ts';

/** The content of the transparency page. */
export interface TransparencyPage {
  readonly figures: TransparencyFigures;
  /** The SHA-256 of the data file from which the figures were computed, in hexadecimal digits. */
  readonly fileSha256: string;
  /** The charities of the figures, with their current names. */
  readonly names: readonly { readonly id: number; readonly name: string }[];
  /** Null before the first self-audit. */
  readonly audit: SelfAudit | null;
  /** The newest tree head; null before the first one. */
  readonly log: {
    readonly treeSize: number;
    readonly rootHash: string;
    readonly signedAt: string;
    readonly keyId: string;
  } | null;
}

/** The results of the latest and earlier self-audits. */
export interface SelfAudit {
  readonly finishedAt: string;
  /** True if the latest self-audit is older than two hours, so that a newer one is missing. */
  readonly isLate: boolean;
  readonly open: readonly Disagreement[];
  /** Disagreements that ended in the last 90 days, the latest first, at most 20. */
  readonly ended: readonly Disagreement[];
}

/** A difference between two of provider, ledger, receipts, payouts and public log. */
export interface Disagreement {
  readonly kind: string;
  readonly sentence: string;
  readonly firstSeenAt: string;
  /** Null while the disagreement lasts. */
  readonly endedAt: string | null;
}
