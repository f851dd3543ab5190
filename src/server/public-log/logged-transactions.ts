import { sql } from 'kysely';

/** For queries over ledger transactions as `posted`: true if a transaction becomes a leaf. */
export const isLogged = sql<boolean>`(posted.cause like 'settlement:%' or posted.cause like 'refund:%' or posted.cause like 'dispute:%'
  or posted.cause like 'payout:%' or posted.cause like 'payout\\_return:%' escape '\\')`;

/** For the same queries: true if a transaction has no leaf yet. */
export const hasNoLeaf = sql<boolean>`not exists (select 1 from log_leaves where log_leaves.transaction_id = posted.id)`;
