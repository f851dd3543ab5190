import { Link } from '@react-email/components';
import { brand } from '#domain/brand.ts';
import type { NewsletterConfirmationContent } from '#domain/mail/mail.ts';
import { LinkMail } from './link-mail.tsx';
import { mailStyle } from './mail-style.ts';

/** Says at once what is asked for: nobody is subscribed who does not open the mail. */
export const newsletterConfirmationSubject = `Please confirm: the ${brand.name} newsletter`;

/** Asks whoever reads the address whether they want the newsletter. */
export function NewsletterConfirmationMail({ leaveUrl, ...link }: NewsletterConfirmationContent) {
  return (
    <LinkMail
      link={link}
      preview="One click, and our news comes to you."
      heading="Shall we write to you?"
      action="Confirm my subscription"
      otherwise={
        <>
          If you did not ask for it, just delete this mail: without your word we send no news. You can also{' '}
          <Link href={leaveUrl} style={mailStyle.link}>
            unsubscribe
          </Link>{' '}
          at any time.
        </>
      }
    >
      Somebody, hopefully you, asked for our newsletter at this address. Please confirm that you want it, and we will
      write to you when there is something to tell.
    </LinkMail>
  );
}
