import type { ContactRequest } from '#contract/contact.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { announceMessage } from './announce-message.ts';
import { writeContent } from './message-content.ts';
import { insertMessage } from './queries.ts';

/**
 * Keeps a message for the team as it was written, and has them told. Nothing is sent to the address in the form: it may be
 * anybody's. A message in which the field is filled in that no person sees is kept nowhere.
 */
export async function keepMessage(deps: Deps, request: ContactRequest): Promise<void> {
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
    await announceMessage(deps, tx);
  });
}
