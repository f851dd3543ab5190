import type { TransparencyFigures } from './figures.ts';

/** What the transparency page shows. */
export interface TransparencyPage {
  readonly figures: TransparencyFigures;
  /** Of the data file from which the figures were computed, in hexadecimal digits. */
  readonly fileSha256: string;
  /** The charities of the figures, with their current names. */
  readonly names: readonly { readonly id: number; readonly name: string }[];
  /** Null before the first self-audit. */
  readonly audit: SelfAudit | null;
  /** Null before the first signed head. */
  readonly log: {
    readonly treeSize: number;
    readonly rootHash: string;
    readonly signedAt: string;
    readonly keyId: string;
  } | null;
}

/** What the latest self-audit and earlier ones found. */
export interface SelfAudit {
  readonly finishedAt: string;
  /** True if it is older than two hours, so a newer one is missing. */
  readonly isLate: boolean;
  readonly open: readonly Disagreement[];
  /** Those that ended within 90 days, the latest first, at most 20. */
  readonly ended: readonly Disagreement[];
}

/** Where two of provider, ledger, receipts, payouts and log do not agree. */
export interface Disagreement {
  readonly kind: string;
  readonly sentence: string;
  readonly firstSeenAt: string;
  /** Null while it lasts. */
  readonly endedAt: string | null;
}
