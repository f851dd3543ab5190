import type { Deps } from '#server/deps.ts';
import type { NamedDispute, Provider } from '#server/ports/provider.ts';
import { quarantine } from '../quarantine.ts';
import { bookFees } from '../reconcile/fees.ts';
import { applyReversal, type AppliedReversal } from './apply-reversal.ts';
import { isKnownReversalEvent } from './queries.ts';

/** `ignored`: not about one of our payments. `unavailable`: the provider did not answer, so it must send the message again. */
export type FollowedDispute = AppliedReversal | { readonly code: 'ignored' | 'unavailable' };

/** Fetches the dispute that a message names and applies its state under the message's id. Messages arrive in any order. */
export async function followDispute(
  deps: Deps,
  provider: Provider,
  { eventId, disputeId, isLive, account }: NamedDispute,
): Promise<FollowedDispute> {
  const named = { provider: provider.name, eventId };
  if (await isKnownReversalEvent(deps.db.read, named)) return { code: 'already_applied' };
  if (account !== undefined) return refuse(deps, { ...named, disputeId, reason: 'other_account' });
  if (isLive !== provider.isLive) return refuse(deps, { ...named, disputeId, reason: 'other_mode' });
  return applyFetched(deps, provider, disputeId, eventId);
}

/** Fetches a dispute that we know and applies its state. */
export const refetchDispute = (deps: Deps, provider: Provider, disputeId: string): Promise<FollowedDispute> =>
  applyFetched(deps, provider, disputeId, undefined);

/** Without an event id, the state itself identifies the event. */
async function applyFetched(
  deps: Deps,
  provider: Provider,
  disputeId: string,
  eventId: string | undefined,
): Promise<FollowedDispute> {
  const fetched = await provider.fetchDispute(disputeId);
  const fields = { provider: provider.name, eventId, disputeId };
  switch (fetched.code) {
    case 'unavailable':
      deps.log.warn({ ...fields, detail: fetched.detail }, 'cannot fetch a dispute');
      return { code: 'unavailable' };
    case 'not_found':
      deps.log.error(fields, 'unknown dispute; needs review');
      return { code: 'ignored' };
    case 'fetched': {
      const { event, fees } = fetched;
      if (!event) return { code: 'ignored' };
      const applied = await applyReversal(deps, eventId === undefined ? event : { ...event, eventId }, provider.isLive);
      await bookFees(deps, fees);
      return applied;
    }
  }
}

interface RefusedMessage extends Pick<NamedDispute, 'eventId' | 'disputeId'> {
  readonly provider: Provider['name'];
  readonly reason: 'other_account' | 'other_mode';
}

/** The dispute of another account or mode cannot be fetched, so the message alone is quarantined. */
async function refuse(deps: Deps, { provider, eventId, disputeId, reason }: RefusedMessage): Promise<FollowedDispute> {
  const detail = { reversalId: disputeId };
  if (!(await quarantine(deps, deps.db.write, { provider, eventId, reason, detail })))
    return { code: 'already_applied' };
  deps.metrics.paymentEvents.inc({ provider, kind: 'dispute', outcome: 'quarantined' });
  deps.log.error({ provider, eventId, reversalId: disputeId, reason }, 'reversal quarantined; needs review');
  return { code: 'quarantined', reason };
}
