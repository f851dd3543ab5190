import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import type { UnreadableMessage } from './paypal-provider.ts';

/** Puts a message that cannot be read aside for a person, who finds it by its id at the provider. Once: false when it was before. */
export async function quarantineMessage(
  deps: Deps,
  provider: PaymentProvider,
  { messageId, detail }: UnreadableMessage,
): Promise<boolean> {
  const aside = await deps.db.write
    .insertInto('quarantined_events')
    .values({
      provider,
      event_id: `unreadable:${messageId}`, // its own id stays free for the day on which it can be read
      reason: 'unreadable',
      detail: JSON.stringify({ messageId, detail }),
      quarantined_at: deps.clock.now().toISOString(),
      resolved_at: null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .execute();
  if (aside.length === 0) return false;
  deps.log.error({ provider, messageId, detail }, 'a message of the provider cannot be read: a person must look at it');
  return true;
}
