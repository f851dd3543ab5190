import { formerSecretHours } from '#contract/admin/webhooks.ts';
import { testEvent } from '#domain/webhooks/webhook-events.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { WebhookEndpointRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { insertDelivery } from '../delivery/insert-delivery.ts';
import { newSecret } from '../transport/sign.ts';
import { encryptSecret } from './secrets.ts';

export interface EndpointChange {
  readonly actor: StaffMember;
  readonly id: string;
  readonly reason: string;
}

/** Gives an endpoint a new secret. For a day, messages are also signed with the previous one, but not with any older one. */
export function rotateSecret(
  deps: Deps,
  change: EndpointChange,
): Promise<{ readonly code: 'rotated'; readonly secret: string } | { readonly code: 'not_found' }> {
  const secret = newSecret(deps.random);
  return inTransaction(deps.db, async (tx) => {
    const until = new Date(deps.clock.now().getTime() + formerSecretHours * 60 * 60 * 1000).toISOString();
    const { numUpdatedRows } = await tx
      .updateTable('webhook_endpoints')
      .set((e) => ({
        former_secret: e.ref('secret'),
        former_secret_until: until,
        secret: encryptSecret(deps, change.id, secret),
      }))
      .where('id', '=', change.id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { code: 'not_found' };
    await record(deps, tx, change, { action: 'webhook_secret_rotated', after: { formerUntil: until } });
    return { code: 'rotated', secret };
  });
}

export type StatusChange = { readonly code: 'changed' | 'not_found' | 'nothing_changed' };

/** Pauses an endpoint. Waiting deliveries are skipped when they are due; events during the pause are not sent later. */
export const pauseEndpoint = (deps: Deps, change: EndpointChange): Promise<StatusChange> =>
  setStatus(deps, change, { to: 'paused', from: ['active'], action: 'webhook_paused' });

/** Ends a pause, or switches an endpoint on again. */
export const resumeEndpoint = (deps: Deps, change: EndpointChange): Promise<StatusChange> =>
  setStatus(deps, change, { to: 'active', from: ['paused', 'off'], action: 'webhook_resumed' });

interface StatusStep {
  readonly to: WebhookEndpointRow['status'];
  readonly from: readonly WebhookEndpointRow['status'][];
  readonly action: 'webhook_paused' | 'webhook_resumed';
}

async function setStatus(deps: Deps, change: EndpointChange, { to, from, action }: StatusStep): Promise<StatusChange> {
  const result = await inTransaction(deps.db, async (tx): Promise<StatusChange> => {
    const before = await find(tx, change.id);
    if (!before) return { code: 'not_found' };
    const { numUpdatedRows } = await tx
      .updateTable('webhook_endpoints')
      .set({ status: to, status_since: deps.clock.now().toISOString(), failing_since: null, resting_until: null })
      .where('id', '=', change.id)
      .where('status', 'in', from)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { code: 'nothing_changed' };
    await record(deps, tx, change, { action, before: { status: before.status }, after: { status: to } });
    return { code: 'changed' };
  });
  await deps.wantedEvents.refresh(deps.db.read);
  return result;
}

/** Removes an endpoint with its deliveries. */
export async function removeEndpoint(
  deps: Deps,
  change: EndpointChange,
): Promise<{ readonly code: 'removed' | 'not_found' }> {
  const result = await inTransaction(deps.db, async (tx) => {
    const removed = await tx
      .deleteFrom('webhook_endpoints')
      .where('id', '=', change.id)
      .returning('url')
      .executeTakeFirst();
    if (!removed) return { code: 'not_found' } as const;
    await record(deps, tx, change, { action: 'webhook_removed', before: { host: new URL(removed.url).host } });
    return { code: 'removed' } as const;
  });
  await deps.wantedEvents.refresh(deps.db.read);
  return result;
}

/** Sends an endpoint a test event, once, even while it is paused or off. */
export const testEndpoint = (deps: Deps, change: EndpointChange): Promise<{ readonly code: 'sent' | 'not_found' }> =>
  inTransaction(deps.db, async (tx) => {
    const endpoint = await find(tx, change.id);
    if (!endpoint) return { code: 'not_found' };
    const timestamp = deps.clock.now().toISOString();
    await insertDelivery(deps, tx, {
      endpointId: change.id,
      event: testEvent,
      eventId: newId('evt', deps.random),
      body: JSON.stringify({ type: testEvent, timestamp, data: { endpointId: change.id } }),
      isByHand: true,
    });
    await record(deps, tx, change, { action: 'webhook_tested' });
    return { code: 'sent' };
  });

const find = (tx: Tx, id: string): Promise<Pick<WebhookEndpointRow, 'status'> | undefined> =>
  tx.selectFrom('webhook_endpoints').select('status').where('id', '=', id).executeTakeFirst();

const record = (
  deps: Deps,
  tx: Tx,
  { actor, id, reason }: EndpointChange,
  recorded: Pick<Parameters<typeof recordAction>[2], 'action' | 'before' | 'after'>,
): Promise<void> => recordAction(deps, tx, { ...recorded, actor, subject: { kind: 'webhook', id }, reason });
