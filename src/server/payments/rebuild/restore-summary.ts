import type { Queryable } from '#server/db/database.ts';
import { countHeldMails, type HeldMails } from '#server/outbox/held-mails.ts';
import { findLastRestore, findRebuilt, type RebuiltDonations } from './restores.ts';

/** Facts about the last restore that was noticed. */
export interface RestoreSummary {
  readonly noticedAt: string;
  /** Everything between this instant and `noticedAt` may be lost. */
  readonly knownUntil: string;
  readonly rebuilt: RebuiltDonations | undefined;
  /** Lost accounts that made rebuilt donations. Accounts without donations leave no trace. */
  readonly lostAccounts: number;
  readonly held: HeldMails;
}

/** Summarizes the last restore that was noticed; undefined if there was none. */
export async function summarizeRestore(db: Queryable): Promise<RestoreSummary | undefined> {
  const restore = await findLastRestore(db);
  if (!restore) return undefined;
  const { lostAccounts } = await db
    .selectFrom('rebuilt_payments')
    .select((e) => e.fn.count<number>('lost_donor_id').distinct().as('lostAccounts'))
    .where('rebuilt_at', '>=', restore.noticed_at)
    .executeTakeFirstOrThrow();
  return {
    noticedAt: restore.noticed_at,
    knownUntil: restore.known_until,
    rebuilt: await findRebuilt(db, new Date(restore.noticed_at)),
    lostAccounts,
    held: await countHeldMails(db),
  };
}
