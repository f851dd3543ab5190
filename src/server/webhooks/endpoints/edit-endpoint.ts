import type { WebhookRequest } from '#contract/admin/webhooks.ts';
import { webhookEvents } from '#domain/webhooks/webhook-events.ts';
import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { readEvents } from '../announcing/wanted-events.ts';
import { checkAddress } from './check-address.ts';

export type EditedEndpoint =
  | { readonly code: 'changed' | 'not_found' }
  | { readonly code: 'webhook_address_refused'; readonly sentence: string };

interface EndpointEdit extends WebhookRequest {
  readonly actor: StaffMember;
  readonly id: string;
}

/**
 * Changes an endpoint's address, description and events. Deliveries that wait go to the new address. A new address has not
 * failed yet, so it does not rest; an endpoint that was switched off stays off until someone resumes it.
 */
export async function editEndpoint(
  deps: Deps,
  { actor, id, url, description, events: chosen, reason }: EndpointEdit,
): Promise<EditedEndpoint> {
  const sentence = await checkAddress(deps, url);
  if (sentence !== undefined) return { code: 'webhook_address_refused', sentence };
  const events = webhookEvents.filter((event) => chosen.includes(event)).join(' ');
  const result = await inTransaction(deps.db, async (tx): Promise<EditedEndpoint> => {
    const before = await tx.selectFrom('webhook_endpoints').select(edited).where('id', '=', id).executeTakeFirst();
    if (!before) return { code: 'not_found' };
    const isMoved = before.url !== url;
    if (!isMoved && before.description === description && before.events === events) return { code: 'changed' };
    const { numUpdatedRows } = await tx
      .updateTable('webhook_endpoints')
      .set({ url, description, events, ...(isMoved ? { failing_since: null, resting_until: null } : {}) })
      .where('id', '=', id)
      .where((e) => e.and(before))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new TransactionConflict(); // someone else has changed it since it was read
    await recordAction(deps, tx, {
      actor,
      action: 'webhook_changed',
      subject: { kind: 'webhook', id },
      before: describe(before),
      after: { ...describe({ url, description, events }), isAddressNew: isMoved },
      reason,
    });
    return { code: 'changed' };
  });
  await deps.wantedEvents.refresh(deps.db.read);
  return result;
}

const edited = ['url', 'description', 'events'] as const;

/** The edited values without the path of the address, which may be a secret of the receiver. */
const describe = ({ url, description, events }: Readonly<Record<(typeof edited)[number], string>>) => ({
  host: new URL(url).host,
  description,
  events: readEvents(events),
});
