import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';
import { decryptToken } from '#server/mail/link-token.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { invitationDays } from './invitations.ts';

/** Writes the email of an invitation. Returns `expired` if the invitation was withdrawn or accepted. */
export async function writeInvitationMail(deps: Deps, job: MailJob): Promise<MailMessage | 'expired'> {
  const token = decryptToken(deps, job.payload);
  const invitation = await deps.db.read
    .selectFrom('staff_invitations')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (invitation?.status !== 'waiting') return 'expired';
  const linkUrl = `${deps.config.publicUrl}/team-invitation#${token}`; // a fragment appears in no log and no referrer
  return {
    messageId: messageIdOf(deps.config, `staff-invitation.${invitation.id}`),
    from: senderOf(deps),
    to: { name: '', address: invitation.email },
    usableUntil: new Date(invitation.expires_at),
    ...(await deps.renderMail('staff_invitation', {
      linkUrl,
      validHours: invitationDays * 24,
      invitedBy: invitation.invited_by,
      role: invitation.role,
    })),
  };
}
