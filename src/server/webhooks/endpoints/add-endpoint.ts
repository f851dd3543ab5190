import { endpointsMax, webhookSentences, type WebhookRequest } from '#contract/admin/webhooks.ts';
import { webhookEvents } from '#domain/webhooks/webhook-events.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { newSecret } from '../transport/sign.ts';
import { checkAddress } from './check-address.ts';
import { encryptSecret } from './secrets.ts';

/** The secret can be shown only now. */
export type AddedEndpoint =
  | { readonly code: 'added'; readonly id: string; readonly secret: string }
  | { readonly code: 'webhook_address_refused' | 'too_many_webhooks'; readonly sentence: string };

/**
 * Adds an endpoint. Other processes notice it within 2 seconds, so it may miss events of its first seconds. It may also get an
 * event from just before it was added.
 */
export async function addEndpoint(
  deps: Deps,
  actor: StaffMember,
  { url, description, events: chosen, reason }: WebhookRequest,
): Promise<AddedEndpoint> {
  const sentence = await checkAddress(deps, url);
  if (sentence !== undefined) return { code: 'webhook_address_refused', sentence };
  const id = newId('whk', deps.random);
  const secret = newSecret(deps.random);
  const events = webhookEvents.filter((event) => chosen.includes(event));
  const isAdded = await inTransaction(deps.db, (tx) =>
    withLock(tx, ['webhook endpoints'], async () => {
      const others = await tx.selectFrom('webhook_endpoints').select('id').execute();
      if (others.length >= endpointsMax) return false;
      const now = deps.clock.now().toISOString();
      await tx
        .insertInto('webhook_endpoints')
        .values({
          id,
          url,
          description,
          events: events.join(' '),
          status: 'active',
          status_since: now,
          secret: encryptSecret(deps, id, secret),
          former_secret: null,
          former_secret_until: null,
          failing_since: null,
          resting_until: null,
          created_at: now,
        })
        .execute();
      const after = { host: new URL(url).host, events }; // the path may be a secret of the receiver
      await recordAction(deps, tx, { actor, action: 'webhook_added', subject: { kind: 'webhook', id }, after, reason });
      return true;
    }),
  );
  if (!isAdded) return { code: 'too_many_webhooks', sentence: webhookSentences.tooMany };
  await deps.wantedEvents.refresh(deps.db.read);
  return { code: 'added', id, secret };
}
