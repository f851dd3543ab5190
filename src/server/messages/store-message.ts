import type { ContactRequest } from '#contract/contact.ts';
import { nameKey } from '#server/auth/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { notifyTeam } from './notify-team.ts';
import { insertMessage, writeContent } from './queries.ts';
import { countRecentMessages, hashNetwork } from './sender-network.ts';

/**
 * Stores a message from the contact form as it was written, and notifies the team. Nothing is sent to the address in the form,
 * which may be anyone's. A message whose hidden field `website` is filled in comes from a bot and is dropped. `address` is the
 * sender's IP address.
 */
export async function storeMessage(
  deps: Deps,
  request: ContactRequest,
  address: string,
): Promise<{ code: 'stored' | 'too_many_requests' }> {
  if ((request.website ?? '') !== '') return { code: 'stored' };
  const { name, email, message } = request;
  const network = hashNetwork(deps.config, address);
  const now = deps.clock.now();
  return inTransaction(deps.db, (tx) =>
    withLock(tx, [`contact:${network}`], async () => {
      const sentRecently = await countRecentMessages(tx, network, now);
      if (sentRecently >= messagesPerDay * deps.config.rateLimitFactor) return { code: 'too_many_requests' };
      await insertMessage(tx, {
        id: newId('msg', deps.random),
        content: writeContent({ name, email, subject: request.subject ?? '', message }),
        email_key: nameKey(email),
        status: 'new',
        sent_at: now.toISOString(),
        read_at: null,
        network,
      });
      await notifyTeam(deps, tx);
      return { code: 'stored' };
    }),
  );
}

/** The limit for one network, such as a school. */
const messagesPerDay = 500;
