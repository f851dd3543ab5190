import { sql, type RawBuilder } from 'kysely';
import type { Rule } from './check-scope.ts';

const causeOfMovement = sql`'movement:' || movement.provider || ':' || movement.movement_id`;

const takenBack = sql`${causeOfMovement} || ':taken_back'`;

const postedMinor = (cause: RawBuilder<unknown>) => sql`coalesce((
  select sum(entry.amount_minor) from ledger_transactions posted
  join ledger_entries entry on entry.transaction_id = posted.id
  where posted.cause = ${cause}
    and entry.account = 'clearing:' || movement.provider and entry.currency = movement.currency), 0)`;

/** True if the ledger knows the payment or reversal that caused a movement. `takeBackBookings` uses the same condition. */
const isKnown = sql`(
  exists (
    select 1 from donation_intents intent
    where intent.provider = movement.provider and intent.provider_payment_id = movement.source_id and intent.status = 'settled')
  or exists (
    select 1 from reversals reversal
    where reversal.provider = movement.provider and reversal.reversal_id = movement.source_id and reversal.intent_id is not null)
  or exists (
    select 1 from reversals reversal
    where reversal.provider = movement.provider and reversal.payment_id = movement.disputed_payment_id
      and reversal.kind = 'dispute' and reversal.status <> 'noted' and reversal.intent_id is not null))`;

/** For each rule about movements of a provider's balance that a person booked, a query for what breaks it. */
export const movementRules: Readonly<Record<string, Rule>> = {
  'a movement that a person booked is posted with its amount': () => sql`
    select movement.movement_id as subject from provider_movements movement
    where movement.ledger_cause = ${causeOfMovement} and ${postedMinor(causeOfMovement)} <> movement.amount_minor`,
  'a booking whose payment or reversal is in the ledger too is taken back': () => sql`
    select movement.movement_id as subject from provider_movements movement
    where movement.ledger_cause = ${causeOfMovement} and ${isKnown}`,
  'a booking is taken back with its amount once the payment of its movement is known': () => sql`
    select movement.movement_id as subject from provider_movements movement
    where ${postedMinor(takenBack)} <> case
      when movement.ledger_cause = ${causeOfMovement} then 0 else -${postedMinor(causeOfMovement)} end`,
  'a posted movement belongs to a known movement': (scope) => sql`
    select posted.cause as subject from ledger_transactions posted
    where ${scope.posted} and posted.cause like 'movement:%' and not exists (
      select 1 from provider_movements movement
      where posted.cause in (${causeOfMovement}, ${takenBack}))`,
};
