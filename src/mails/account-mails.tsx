import { Heading, Link, Text } from '@react-email/components';
import type { EmailChangedContent, LinkContent, PasswordChangedContent } from '#domain/mail/mail.ts';
import { LinkMail } from './link-mail.tsx';
import { MailFrame } from './layout/mail-frame.tsx';
import { mailStyle } from './layout/mail-style.ts';
import { useMailWords } from './mail-words.ts';

/** Subjects of the emails about an account. */
export const accountSubjects = {
  confirmEmail: (name: string) => `Please confirm your email address for ${name}`,
  changeEmail: (name: string) => `Please confirm your new email address for ${name}`,
  resetPassword: (name: string) => `Choose a new ${name} password`,
  emailChanged: (name: string) => `Your ${name} email address was changed`,
  passwordChanged: (name: string) => `Your ${name} password was changed`,
} as const;

/** Asks a new donor to confirm the account's email address. */
export function ConfirmEmailMail(link: LinkContent) {
  return (
    <LinkMail
      link={link}
      preview="One click, and your receipts will reach you."
      heading={`Welcome, ${link.username}.`}
      action="Confirm my address"
      ignoreNote={`If you didn't create a ${useMailWords().name} account, you can ignore this email.`}
    >
      We&apos;re glad you&apos;re here. Please confirm your address so that receipts and password links reach you.
    </LinkMail>
  );
}

/** Asks the new address of an account for its confirmation. */
export function ChangeEmailMail(link: LinkContent) {
  return (
    <LinkMail
      link={link}
      preview="One click, and we'll email you here from now on."
      heading={`A new email address for ${link.username}`}
      action="Use this address"
      ignoreNote="If you didn't ask for this, you can ignore this email. Nothing will change."
    >
      You asked us to email you here from now on. Once you confirm this address, it replaces your old one.
    </LinkMail>
  );
}

/** Sends the link to choose a new password. */
export function ResetPasswordMail(link: LinkContent) {
  return (
    <LinkMail
      link={link}
      preview="It happens to all of us. Here's your link."
      heading={`A new password for ${link.username}`}
      action="Choose a new password"
      ignoreNote="If you didn't ask for this, you can ignore this email. Your password won't change."
    >
      It happens to all of us. Use this link to choose a new password. You&apos;ll need to sign in again on every
      device.
    </LinkMail>
  );
}

/** Notifies the old address of an account that the account has a new one. */
export function EmailChangedMail({ username }: EmailChangedContent) {
  return (
    <MailFrame preview="We'll email you at your new address from now on.">
      <Heading as="h1" style={mailStyle.heading}>
        Your email address was changed
      </Heading>
      <Text style={mailStyle.text}>
        Your account {username} has a new email address. If this was you, there&apos;s nothing to do. This is the last
        email we&apos;ll send to this address.
      </Text>
      <Text style={mailStyle.text}>
        If it wasn&apos;t you, please write to {useMailWords().contactEmail} right away. We&apos;ll help you get your
        account back.
      </Text>
    </MailFrame>
  );
}

/** Notifies the owner of an account that its password was changed. */
export function PasswordChangedMail({ username, signInUrl, isFactorRemoved }: PasswordChangedContent) {
  return (
    <MailFrame preview="If this was you, there's nothing to do.">
      <Heading as="h1" style={mailStyle.heading}>
        Your password was changed
      </Heading>
      <Text style={mailStyle.text}>
        Your account {username} has a new password, and your other devices have been signed out. If this was you,
        there&apos;s nothing to do.
      </Text>
      {isFactorRemoved && (
        <Text style={mailStyle.text}>
          Two-step sign-in was turned off, because it had been set up before this email address was confirmed. You can
          turn it on again on your account page.
        </Text>
      )}
      <Text style={mailStyle.text}>
        If it wasn&apos;t you, request a link to choose another password at{' '}
        <Link href={signInUrl} style={mailStyle.link}>
          {signInUrl}
        </Link>{' '}
        right away, and write to {useMailWords().contactEmail}. We&apos;ll help you.
      </Text>
    </MailFrame>
  );
}
