import { Text } from '@react-email/components';
import { brand } from '#domain/brand.ts';
import type { ContactReplyContent } from '#domain/mail/mail.ts';
import { AsWritten } from './as-written.tsx';
import { MailFrame } from './mail-frame.tsx';
import { mailStyle } from './mail-style.ts';

/** The message's subject, marked as answered once. */
export function contactReplySubject({ subject }: ContactReplyContent): string {
  const asked = subject.trim();
  if (asked === '') return `Re: Your message to ${brand.name}`;
  return /^re:/i.test(asked) ? asked : `Re: ${asked}`;
}

/** The team's answer, and below it the message that it answers. */
export function ContactReplyMail({ reply, message, sentAt }: ContactReplyContent) {
  return (
    <MailFrame preview={`An answer from ${brand.name} to your message.`}>
      <AsWritten text={reply} />
      <Text style={mailStyle.small}>On {dateOf(sentAt)}, you wrote:</Text>
      <blockquote style={mailStyle.quote}>
        <AsWritten text={message} />
      </blockquote>
    </MailFrame>
  );
}

const dateOf = (instant: Date): string =>
  instant.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });
