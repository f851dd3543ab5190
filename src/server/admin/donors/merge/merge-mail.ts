import * as z from 'zod/mini';
import type { DonorsMergedContent } from '#domain/mail/mail.ts';
import { harmlessName, mailedName } from '#domain/mail/mailed-name.ts';
import { findUser } from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import type { AccountDonor, Donor } from '../find-donor.ts';

const payloadSchema = z.object({
  userId: z.string(),
  reader: z.enum(['kept', 'ended', 'guest']),
  /** The address of the ended account; blank after the email was sent. */
  address: z.optional(z.string()),
  donations: z.string(),
  plans: z.string(),
});

/** Emails the donor about a merge, at the address of the account that stays and at that of the account that has ended, if any. */
export async function enqueueMergeMails(
  deps: Deps,
  tx: Tx,
  { kept, ending, moved }: { kept: AccountDonor; ending: Donor; moved: { donations: number; plans: number } },
): Promise<void> {
  const counts = { donations: String(moved.donations), plans: String(moved.plans) };
  const about = { userId: kept.id, ...counts };
  const key = `donors_merged:${newId('out', deps.random)}`;
  const send = (reader: DonorsMergedContent['reader'], payload: Readonly<Record<string, string>>) =>
    enqueue(deps, tx, { kind: 'donors_merged', dedupeKey: `${key}:${reader}`, payload: { ...payload, reader } });
  if (ending.kind === 'guest') return send('guest', about);
  await send('kept', about);
  return send('ended', { ...about, address: ending.user.email });
}

/** Writes the email about a merge. Returns undefined if the account that stays was deleted, or the ended address is blank. */
export async function writeMergeMail(deps: Deps, { id, kind, payload }: MailJob): Promise<MailMessage | undefined> {
  const { userId, reader, address, ...counts } = payloadSchema.parse(JSON.parse(payload));
  const user = await findUser(deps.db.read, userId);
  if (!user || address === '') return undefined;
  const isOwnAddress = address === undefined;
  const username = isOwnAddress
    ? mailedName({ firstName: null, username: user.username }, user.email_confirmed_at !== null)
    : harmlessName(user.username);
  const rendered = await deps.renderMail('donors_merged', {
    reader,
    username,
    donations: Number(counts.donations),
    plans: Number(counts.plans),
    signInUrl: `${deps.config.publicUrl}/auth`,
  });
  return {
    messageId: messageIdOf(deps.config, `${kind}.${id}`),
    from: senderOf(deps),
    to: { name: username, address: address ?? user.email },
    ...rendered,
  };
}
