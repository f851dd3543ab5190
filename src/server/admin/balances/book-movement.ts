import type { BookMovementRequest } from '#contract/admin/money/balances.ts';
import { accountsFor } from '#domain/ledger/movement-accounts.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { postMovement } from '#server/payments/index.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { findMovementResolution, saveBookedMovement, sentenceAbout } from '../review/items/resolutions.ts';

export type BookedMovement =
  | { readonly code: 'booked' | 'not_found' | 'not_offered' }
  /** Someone else has booked the movement, or its payment has been recorded; the sentence says which. */
  | { readonly code: 'already_resolved'; readonly sentence: string };

/**
 * Books a movement of our balance at a provider to the account that a person chose, and records the booking in the audit log.
 * A movement is booked only once.
 */
export async function bookMovement(
  deps: Deps,
  user: StaffMember,
  { provider, movementId, account, reason }: BookMovementRequest,
): Promise<BookedMovement> {
  return inTransaction(deps.db, async (tx) => {
    const movement = await tx
      .selectFrom('provider_movements')
      .selectAll()
      .where('provider', '=', provider)
      .where('movement_id', '=', movementId)
      .executeTakeFirst();
    if (!movement) return { code: 'not_found' };
    const id = `${provider}:${movementId}`;
    const amount = money(movement.amount_minor, movement.currency);
    if (movement.resolved_at !== null) return alreadyResolved(tx, id);
    if (!accountsFor(amount.amountMinor).includes(account)) return { code: 'not_offered' };
    if (!(await postMovement(deps, tx, movement, account))) return alreadyResolved(tx, id);
    await saveBookedMovement(deps, tx, id, user);
    await recordAction(deps, tx, {
      actor: user,
      action: 'movement_booked',
      subject: { kind: 'movement', id },
      after: { account, amount: toDecimal(amount), currency: amount.currency, kind: movement.kind },
      reason,
    });
    return { code: 'booked' };
  });
}

async function alreadyResolved(db: Queryable, id: string): Promise<BookedMovement> {
  return { code: 'already_resolved', sentence: sentenceAbout(await findMovementResolution(db, id)) };
}
