import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import type { UnreadableMessage } from './paypal-provider.ts';
import { putAside } from './put-aside.ts';

/** Puts a message that cannot be read aside for a person, who finds it by its id at the provider. Once: false when it was before. */
export async function quarantineMessage(
  deps: Deps,
  provider: PaymentProvider,
  { messageId, detail }: UnreadableMessage,
): Promise<boolean> {
  const eventId = `unreadable:${messageId}`; // its own id stays free for the day on which it can be read
  const aside = { provider, eventId, reason: 'unreadable', detail: { messageId, detail } } as const;
  if (!(await putAside(deps, deps.db.write, aside))) return false;
  deps.log.error({ provider, messageId, detail }, 'a message of the provider cannot be read: a person must look at it');
  return true;
}
