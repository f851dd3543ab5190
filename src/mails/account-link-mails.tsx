import { brand } from '#domain/brand.ts';
import type { LinkContent } from '#domain/mail/mail.ts';
import { LinkMail } from './link-mail.tsx';

/** Subjects of the mails with a link for an account, by what the link does. */
export const linkSubjects = {
  confirmEmail: `Please confirm your email address for ${brand.name}`,
  changeEmail: `Please confirm your new email address for ${brand.name}`,
  resetPassword: `Choose a new ${brand.name} password`,
} as const;

/** Asks whoever made an account whether the address is theirs. */
export function ConfirmEmailMail(link: LinkContent) {
  return (
    <LinkMail
      link={link}
      preview="One click, and your receipts find you."
      heading={`Welcome, ${link.username}.`}
      action="Confirm my address"
      otherwise={`If you made no account at ${brand.name}, you need not do anything: just delete this mail.`}
    >
      How good that you are here. Please confirm that this address is yours, so that your receipts, and a new password
      if you ever need one, find their way to you.
    </LinkMail>
  );
}

/** Asks at a new address whether it may take the place of the old one. */
export function ChangeEmailMail(link: LinkContent) {
  return (
    <LinkMail
      link={link}
      preview="One click, and our mails come here from now on."
      heading={`A new address for ${link.username}`}
      action="Use this address"
      otherwise="If you did not ask for it, just delete this mail: nothing changes."
    >
      You asked us to write to you here from now on. Once you confirm it, this address takes the place of the old one.
    </LinkMail>
  );
}

/** Lets whoever reads an account's mails choose a new password. */
export function ResetPasswordMail(link: LinkContent) {
  return (
    <LinkMail
      link={link}
      preview="It happens to all of us: here is your link."
      heading={`A new password for ${link.username}`}
      action="Choose a new password"
      otherwise="If you did not ask for it, just delete this mail: your password stays as it is."
    >
      It happens to all of us. Here is the link to choose a new password; every device that is signed in now will be
      signed out.
    </LinkMail>
  );
}
