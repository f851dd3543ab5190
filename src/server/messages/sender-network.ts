import { createHmac } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/database.ts';
import { windowStart } from '#server/db/allowance.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/http/network-of.ts';

/**
 * A hash of the network of an address: for IPv6 its first 48 bits, because one customer may have all addresses that share
 * them. The hash is keyed with a secret that the database does not contain, so that neither the table nor a backup reveals an
 * address (decision 0093).
 */
export function hashNetwork({ stripe }: Config, address: string): string {
  const network = networkOf(address).split(':').slice(0, 3).join(':');
  return createHmac('sha256', stripe?.webhookSecret ?? '')
    .update(`contact:${network}`)
    .digest('base64url');
}

/** Counts the messages that a network sent within the last day, without deleted ones. */
export async function countRecentMessages(db: Queryable, network: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('contact_messages')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('network', '=', network)
    .where('sent_at', '>', windowStart(now, dayMs))
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes the networks of messages that are older than 30 days (spec-readings, Calls). */
export async function forgetNetworks({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.write
    .updateTable('contact_messages')
    .set({ network: null })
    .where('network', 'is not', null)
    .where('sent_at', '<=', windowStart(clock.now(), keptDays * dayMs))
    .execute();
}

const keptDays = 30;
const dayMs = 24 * 60 * 60 * 1000;
