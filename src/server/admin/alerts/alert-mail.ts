import * as z from 'zod';
import type { AlertLine } from '#domain/staff/alerts/alert-lines.ts';
import { alertKinds, isAlertedAbout } from '#domain/staff/alerts/condition.ts';
import type { Deps } from '#server/deps.ts';
import { messageIdOf, senderOf, type MailJob } from '#server/mail/mail-writer.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';

export const writeAlertPayload = (userId: string, lines: readonly AlertLine[]): Readonly<Record<string, string>> => ({
  userId,
  lines: JSON.stringify(lines),
});

const alertPayload = z.object({ userId: z.string(), lines: z.string() });

const storedLines = z.array(
  z.object({
    kind: z.enum(alertKinds),
    count: z.int(),
    since: z.coerce.date(),
    dueAt: z.coerce.date().optional(),
    path: z.string(),
  }),
);

/** Writes an alert. Returns undefined if the person's account is gone, or their role gets none of these alerts anymore. */
export async function writeAlertMail(deps: Deps, job: MailJob): Promise<MailMessage | undefined> {
  const payload = alertPayload.parse(JSON.parse(job.payload));
  const user = await deps.db.read
    .selectFrom('users')
    .select(['email', 'staff_role'])
    .where('id', '=', payload.userId)
    .executeTakeFirst();
  if (!user) return undefined;
  const lines = storedLines
    .parse(JSON.parse(payload.lines))
    .filter(({ kind }) => isAlertedAbout(user.staff_role, kind))
    .map(({ path, ...line }) => ({ ...line, url: deps.config.publicUrl + path }));
  if (lines.length === 0) return undefined;
  return {
    messageId: messageIdOf(deps.config, `staff-alert.${job.id}`),
    from: senderOf(deps),
    to: { name: '', address: user.email },
    ...(await deps.renderMail('staff_alert', { lines })),
  };
}
