import type { Deps } from '#server/deps.ts';
import type { NamedDispute, Provider } from '#server/ports/provider.ts';
import type { ReversalEvent } from '#domain/payment/reversal.ts';
import { quarantine } from '../quarantine.ts';
import { quarantineUnreadable } from '../quarantine-unreadable.ts';
import { bookFees } from '../reconcile/fees.ts';
import { findDiffering } from '../reconcile/find-differing.ts';
import { applyReversal, type AppliedReversal } from './apply-reversal.ts';
import { unknownId } from './quarantine-reversal.ts';
import { isKnownReversalEvent } from './queries.ts';

/**
 * `ignored`: the dispute is not about one of our payments. `unavailable`: the provider did not respond. `not_permitted`: our
 * key may not read disputes. After the last two, the provider must send the message again.
 */
export type FollowedDispute =
  | AppliedReversal
  | { readonly code: 'ignored' | 'unavailable' | 'not_permitted' }
  | { readonly code: 'quarantined'; readonly reason: 'unknown_dispute' | 'unreadable' };

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

/** Fetches a dispute that no message named, and applies its state. */
export const followDisputeById = (deps: Deps, provider: Provider, disputeId: string): Promise<FollowedDispute> =>
  applyFetched(deps, provider, disputeId, undefined);

/** Fetches a dispute and applies its state. If there is no event id, the state itself identifies the event. */
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
    case 'not_permitted':
      deps.log.warn({ ...fields, detail: fetched.detail }, 'cannot fetch a dispute');
      return { code: fetched.code };
    case 'not_found':
      return quarantineUnknown(deps, provider, disputeId);
    case 'unreadable': {
      const unreadable = { provider: provider.name, subjectId: disputeId, detail: fetched.detail };
      const isNew = await quarantineUnreadable(deps, unreadable);
      return isNew ? { code: 'quarantined', reason: 'unreadable' } : { code: 'already_quarantined' };
    }
    case 'fetched': {
      const { event, fees } = fetched;
      if (!event) return { code: 'ignored' };
      const applied = await applyState(deps, provider, event, eventId);
      if (applied.code === 'quarantined' || applied.code === 'already_quarantined') return applied;
      await bookFees(deps, fees);
      return applied;
    }
  }
}

/**
 * Applies a fetched state under the id of the message that named the dispute. A state that differs from our records is applied
 * under its own id if there is no message, or if the message arrived twice at the same time and each delivery fetched another
 * state.
 */
async function applyState(
  deps: Deps,
  { isLive }: Provider,
  state: ReversalEvent,
  eventId: string | undefined,
): Promise<AppliedReversal> {
  const applied = eventId !== undefined && (await applyReversal(deps, { ...state, eventId }, isLive));
  if (applied && applied.code !== 'already_applied') return applied;
  const isNew = (await findDiffering(deps.db.read, [state])).length > 0;
  return isNew ? applyReversal(deps, state, isLive) : { code: 'already_applied' };
}

/**
 * Quarantines a dispute that the provider named but does not have. If that is only a delay, reconciliation fetches the dispute
 * later.
 */
async function quarantineUnknown(deps: Deps, provider: Provider, disputeId: string): Promise<FollowedDispute> {
  const reason = 'unknown_dispute';
  const entry = {
    provider: provider.name,
    eventId: unknownId(disputeId),
    reason,
    detail: { reversalId: disputeId },
  } as const;
  if (!(await quarantine(deps, deps.db.write, entry))) return { code: 'already_quarantined' };
  deps.metrics.paymentEvents.inc({ provider: provider.name, kind: 'dispute', outcome: 'quarantined' });
  deps.log.error({ provider: provider.name, disputeId, reason }, 'unknown dispute quarantined; needs review');
  return { code: 'quarantined', reason };
}

interface RefusedMessage extends Pick<NamedDispute, 'eventId' | 'disputeId'> {
  readonly provider: Provider['name'];
  readonly reason: 'other_account' | 'other_mode';
}

/** Quarantines only the message, because the dispute of another account or mode cannot be fetched. */
async function refuse(deps: Deps, { provider, eventId, disputeId, reason }: RefusedMessage): Promise<FollowedDispute> {
  const detail = { reversalId: disputeId };
  if (!(await quarantine(deps, deps.db.write, { provider, eventId, reason, detail })))
    return { code: 'already_quarantined' };
  deps.metrics.paymentEvents.inc({ provider, kind: 'dispute', outcome: 'quarantined' });
  deps.log.error({ provider, eventId, reversalId: disputeId, reason }, 'reversal quarantined; needs review');
  return { code: 'quarantined', reason };
}
