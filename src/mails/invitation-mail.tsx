import type { StaffInvitationContent } from '#domain/mail/mail.ts';
import { roleNames } from '#domain/staff/rights.ts';
import type { MailWords } from '#domain/words/words.ts';
import { LinkMail } from './link-mail.tsx';
import { useMailWords } from './mail-words.ts';

export const invitationSubject = (_content: StaffInvitationContent, { name }: MailWords): string =>
  `You are invited to the ${name} team`;

/** Invites someone to the team. */
export const InvitationMail = ({ invitedBy, role, ...link }: StaffInvitationContent) => (
  <LinkMail
    link={link}
    preview={`Join the team as ${roleNames[role]}.`}
    heading={`Join the ${useMailWords().name} team`}
    action="Join the team"
    ignoreNote="If you don't know why you got this email, you can ignore it."
  >
    {invitedBy} has invited you to the team as {roleNames[role]}. Open the link, then sign in or create an account with
    this email address. You&apos;ll also need to turn on two-step sign-in.
  </LinkMail>
);
