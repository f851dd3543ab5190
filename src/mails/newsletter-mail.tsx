import { Link } from '@react-email/components';
import type { NewsletterConfirmationContent } from '#domain/mail/mail.ts';
import type { MailWords } from '#domain/words/words.ts';
import { LinkMail } from './link-mail.tsx';
import { mailStyle } from './layout/mail-style.ts';

/** Names the action, because only readers who open the email can confirm. */
export const newsletterConfirmationSubject = (_content: NewsletterConfirmationContent, { name }: MailWords): string =>
  `Please confirm your ${name} newsletter subscription`;

/** Asks an address to confirm that it wants the newsletter. */
export function NewsletterConfirmationMail({ unsubscribeUrl, ...link }: NewsletterConfirmationContent) {
  return (
    <LinkMail
      link={link}
      preview="One click, and you're on the list."
      heading="Confirm your subscription"
      action="Confirm my subscription"
      ignoreNote={
        <>
          If you didn&apos;t ask for this, you can ignore this email: we won&apos;t send anything unless you confirm.
          You can also{' '}
          <Link href={unsubscribeUrl} style={mailStyle.link}>
            unsubscribe
          </Link>{' '}
          at any time.
        </>
      }
    >
      Someone, hopefully you, signed this address up for our newsletter. Please confirm that you want it, and we&apos;ll
      write when we have news.
    </LinkMail>
  );
}
