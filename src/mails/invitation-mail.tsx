import { brand } from '#domain/brand.ts';
import type { StaffInvitationContent } from '#domain/mail/mail.ts';
import { roleNames } from '#domain/staff/rights.ts';
import { LinkMail } from './link-mail.tsx';

export const invitationSubject = `You are invited to the ${brand.name} team`;

/** Invites someone to the team. */
export const InvitationMail = ({ invitedBy, role, ...link }: StaffInvitationContent) => (
  <LinkMail
    link={link}
    preview={`Join the team as ${roleNames[role]}.`}
    heading={`Join the ${brand.name} team`}
    action="Join the team"
    ignoreNote="If you don't know why you got this email, you can ignore it."
  >
    {invitedBy} has invited you to the team as {roleNames[role]}. Open the link, then sign in or create an account with
    this email address. You&apos;ll also need to turn on two-step sign-in.
  </LinkMail>
);
