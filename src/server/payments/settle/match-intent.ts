import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { Tx } from '#server/db/database.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { findProvider } from '#server/ports/providers.ts';
import { insertLostIntent, readLostIntent } from '../rebuild/lost-intent.ts';
import { attachQuarantinedEvents } from '../rebuild/quarantined-payments.ts';
import { mismatchOf, type Mismatch } from './mismatch.ts';
import { findIntent } from './queries.ts';

/** The intent of an event, or why the event does not match our records. `rebuilt`: it was missing here until now. */
export type MatchedIntent =
  | { readonly code: 'known' | 'rebuilt'; readonly intent: DonationIntentRow }
  | { readonly code: 'mismatch'; readonly reason: Mismatch };

/** Finds the intent of an event. A lost one is rebuilt from its record at the provider, if that matches what was paid. */
export async function matchIntent(deps: Deps, tx: Tx, event: PaymentEvent): Promise<MatchedIntent> {
  const isLive = findProvider(deps, event.provider)?.isLive ?? false;
  const known = await findIntent(tx, event);
  const lost = known ? undefined : await readLostIntent(deps, tx, event);
  const problem = typeof lost === 'string' ? lost : undefined;
  const intent = known ?? (typeof lost === 'string' ? undefined : lost);
  const mismatch = mismatchOf(event, intent, isLive);
  if (mismatch === 'unknown_session') return { code: 'mismatch', reason: problem ?? mismatch };
  if (mismatch || !intent) return { code: 'mismatch', reason: mismatch ?? 'unknown_session' };
  if (known) return { code: 'known', intent };
  const rebuilt = await insertLostIntent(deps, tx, intent);
  await attachQuarantinedEvents(deps, tx, rebuilt, event.sessionId);
  return { code: 'rebuilt', intent: rebuilt };
}
