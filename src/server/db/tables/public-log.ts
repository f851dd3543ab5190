/** The tables of the public log. */
export interface PublicLogTables {
  log_commitments: LogCommitmentRow;
  log_leaves: LogLeafRow;
  log_nodes: LogNodeRow;
  log_heads: LogHeadRow;
  log_keys: LogKeyRow;
  log_progress: LogProgressRow;
}

/** The commitment to an entry about a ledger transaction. It is stored before it becomes a leaf of the log, and never deleted. */
export interface LogCommitmentRow {
  transaction_id: string;
  /** The SHA-256 of salt and entry (`committedBytes`). */
  commitment: Uint8Array;
  /** Random, so that no one can guess the entry; null after its donor was erased. */
  salt: Uint8Array | null;
  /** The text of the entry; null after its donor was erased. */
  entry: string | null;
  committed_at: string;
}

/** A leaf of the log. Rows are only inserted. */
export interface LogLeafRow {
  /** 0, 1, 2 … without gaps. */
  leaf_index: number;
  transaction_id: string;
  commitment: Uint8Array;
}

/** The hash of a full subtree with two leaves or more. Rows are only inserted. */
export interface LogNodeRow {
  /** See `positionOf`. */
  position: number;
  hash: Uint8Array;
}

/** A signed tree head. Rows are only inserted. */
export interface LogHeadRow {
  tree_size: number;
  root_hash: Uint8Array;
  signed_at: string;
  key_id: string;
  signature: Uint8Array;
}

/** How far the sequencer has read the ledger, by posting time. One row, with the number 1; none before the first round. */
interface LogProgressRow {
  number: number;
  read_until: string;
}

/** A signing key of the log, the newest with the highest number. Earlier ones stay, because they signed earlier heads. */
export interface LogKeyRow {
  /** 1, 2, 3 … */
  number: number;
  key_id: string;
  public_key: Uint8Array;
  /** Encrypted; null after another key has replaced it. */
  private_key: string | null;
  created_at: string;
  /** The earlier key's signature of this one; null for the first key, or if the earlier key was lost. */
  succession: Uint8Array | null;
  /** Why it replaced the earlier key; null for the first key. */
  reason: string | null;
}
