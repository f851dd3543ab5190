import { hasRight } from '#domain/staff/rights.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';
import { isToken, newToken } from '#server/ids.ts';
import type { StaffMember } from '#server/staff/index.ts';
import type { PayoutWithBatch } from '../statement/payout-entries.ts';

/** A link for one copy of a statement. Only its hash is stored, so the same link cannot be created again. */
export interface StatementLink {
  readonly url: string;
  readonly tokenHash: string;
}

/**
 * Creates a link with which the charity can confirm a payout. Returns undefined if there is nothing to confirm, and for staff who
 * may only read or who use an API token, because anyone who has the link can confirm the payout.
 */
export function newStatementLink(
  { config, random }: Pick<Deps, 'config' | 'random'>,
  actor: StaffMember,
  payout: Pick<PayoutWithBatch, 'paid_on' | 'returned_on'>,
): StatementLink | undefined {
  if (payout.paid_on === null || payout.returned_on !== null) return undefined;
  if (!hasRight(actor.staff_role, 'managePayouts') || actor.token !== undefined) return undefined;
  const token = newToken(random);
  return { url: `${config.publicUrl}/payout-received#${token}`, tokenHash: hashToken(token) };
}

export async function storeStatementLink(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  actor: StaffMember,
  payoutId: string,
  { tokenHash }: StatementLink,
): Promise<void> {
  await tx
    .insertInto('statement_links')
    .values({
      token_hash: tokenHash,
      payout_id: payoutId,
      made_by: actor.id,
      made_at: clock.now().toISOString(),
    })
    .execute();
}

/** Finds the payout of a link and the person who created the link. Returns undefined for an unknown token. */
export async function findStatementLink(db: Queryable, token: string) {
  if (!isToken(token)) return undefined;
  return db
    .selectFrom('statement_links')
    .leftJoin('users', 'users.id', 'statement_links.made_by')
    .select(['payout_id', 'users.username as made_by'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
}
