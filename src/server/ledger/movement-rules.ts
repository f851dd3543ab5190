import { sql, type RawBuilder } from 'kysely';

const causeOfMovement = sql`'movement:' || movement.provider || ':' || movement.movement_id`;

/** For each rule about movements of a provider's balance that a person booked, a query for what breaks it. */
export const movementRules: Readonly<Record<string, RawBuilder<{ subject: string }>>> = {
  'a movement that a person booked is posted with its amount': sql`
    select movement.movement_id as subject from provider_movements movement
    where movement.ledger_cause = ${causeOfMovement} and movement.amount_minor <> coalesce((
      select sum(entry.amount_minor) from ledger_transactions posted
      join ledger_entries entry on entry.transaction_id = posted.id
      where posted.cause = movement.ledger_cause
        and entry.account = 'clearing:' || movement.provider and entry.currency = movement.currency), 0)`,
  'a posted movement belongs to a movement that a person booked': sql`
    select posted.cause as subject from ledger_transactions posted
    where posted.cause like 'movement:%' and not exists (
      select 1 from provider_movements movement
      where movement.ledger_cause = posted.cause and posted.cause = ${causeOfMovement})`,
};
