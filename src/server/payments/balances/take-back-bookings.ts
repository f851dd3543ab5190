import { money, negate } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { ProviderMovementRow } from '#server/db/tables/balance.ts';
import type { Deps } from '#server/deps.ts';
import { postEntries } from '#server/ledger/index.ts';
import { recordAction } from '#server/staff/index.ts';
import { readKnownCauses } from './known-causes.ts';
import { causeOfBooking } from './post-movement.ts';

/**
 * Takes back a person's bookings of movements whose payment or reversal has been recorded since, or at the same moment:
 * otherwise the ledger would have their money twice. A settlement does not look for bookings, because the donor would have to
 * wait.
 */
export async function takeBackBookings(deps: Deps, provider: PaymentProvider): Promise<void> {
  const booked = await deps.db.read
    .selectFrom('provider_movements')
    .selectAll()
    .where('provider', '=', provider)
    .where('ledger_cause', 'like', 'movement:%')
    .where((e) => e.or([e('source_id', 'is not', null), e('disputed_payment_id', 'is not', null)]))
    .execute();
  const caused = booked.map((movement) => ({
    movement,
    sourceId: movement.source_id,
    disputedPaymentId: movement.disputed_payment_id,
  }));
  const findCause = await readKnownCauses(deps.db.read, provider, caused);
  for (const candidate of caused) {
    const cause = findCause(candidate);
    if (cause !== undefined) await inTransaction(deps.db, (tx) => takeBack(deps, tx, candidate.movement, cause));
  }
}

async function takeBack(deps: Deps, tx: Tx, movement: ProviderMovementRow, cause: string): Promise<void> {
  const { provider, movement_id: movementId } = movement;
  const booking = causeOfBooking(movement);
  const changed = await tx
    .updateTable('provider_movements')
    .set({ ledger_cause: cause })
    .where('provider', '=', provider)
    .where('movement_id', '=', movementId)
    .where('ledger_cause', '=', booking)
    .returning('movement_id')
    .execute();
  if (changed.length === 0) return; // another process took it back
  const entries = await tx
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'ledger_entries.transaction_id', 'ledger_transactions.id')
    .select(['account', 'amount_minor', 'currency'])
    .where('cause', '=', booking)
    .orderBy('line')
    .execute();
  await postEntries(deps, tx, {
    cause: `${booking}:taken_back`,
    intentId: null,
    occurredAt: deps.clock.now(),
    postings: entries.map(({ account, amount_minor: minor, currency }) => ({
      account,
      amount: negate(money(minor, currency)),
    })),
  });
  const subject = { kind: 'movement', id: `${provider}:${movementId}` } as const;
  const values = { before: { cause: booking }, after: { cause } };
  await recordAction(deps, tx, { actor: 'system', action: 'booking_taken_back', subject, ...values });
  deps.log.info({ provider, movementId, cause }, 'booking of a movement taken back');
}
