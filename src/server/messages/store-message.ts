import type { ContactRequest } from '#contract/contact.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { notifyTeam } from './notify-team.ts';
import { insertMessage, writeContent } from './queries.ts';

/**
 * Stores a message from the contact form as it was written, and notifies the team. Nothing is sent to the address in the form,
 * which may be anyone's. A message whose hidden field `website` is filled in comes from a bot and is dropped.
 */
export async function storeMessage(deps: Deps, request: ContactRequest): Promise<void> {
  if ((request.website ?? '') !== '') return;
  const { name, email, message } = request;
  await inTransaction(deps.db, async (tx) => {
    await insertMessage(tx, {
      id: newId('msg', deps.random),
      content: writeContent({ name, email, subject: request.subject ?? '', message }),
      status: 'new',
      sent_at: deps.clock.now().toISOString(),
      read_at: null,
    });
    await notifyTeam(deps, tx);
  });
}
