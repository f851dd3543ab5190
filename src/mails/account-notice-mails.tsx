import { Heading, Link, Text } from '@react-email/components';
import { brand } from '#domain/brand.ts';
import type { EmailChangedContent, PasswordChangedContent } from '#domain/mail/mail.ts';
import { MailFrame } from './mail-frame.tsx';
import { mailStyle } from './mail-style.ts';

/** Subjects of the notices about an account, by what was changed. */
export const noticeSubjects = {
  emailChanged: `Your ${brand.name} email address was changed`,
  passwordChanged: `Your ${brand.name} password was changed`,
} as const;

/** Tells the old address that the account has another one now. */
export function EmailChangedMail({ username }: EmailChangedContent) {
  return (
    <MailFrame preview="Our mails go to your new address from now on.">
      <Heading as="h1" style={mailStyle.heading}>
        Your address was changed
      </Heading>
      <Text style={mailStyle.text}>
        The account {username} has a new email address, and our mails go there from now on. If this was you, all is
        well, and this is the last one that comes here.
      </Text>
      <Text style={mailStyle.text}>
        If it was not you, please write to {brand.contactEmail} at once: we will help you get your account back.
      </Text>
    </MailFrame>
  );
}

/** Tells an account's address that its password was changed. */
export function PasswordChangedMail({ username, signInUrl }: PasswordChangedContent) {
  return (
    <MailFrame preview="If this was you, all is well.">
      <Heading as="h1" style={mailStyle.heading}>
        Your password was changed
      </Heading>
      <Text style={mailStyle.text}>
        The account {username} has a new password, and the other devices that were signed in were signed out. If this
        was you, all is well.
      </Text>
      <Text style={mailStyle.text}>
        If it was not you, ask for a link to choose another password at{' '}
        <Link href={signInUrl} style={mailStyle.link}>
          {signInUrl}
        </Link>{' '}
        right away, and write to {brand.contactEmail}: we will help you.
      </Text>
    </MailFrame>
  );
}
