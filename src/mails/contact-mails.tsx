import { Button, Heading, Text } from '@react-email/components';
import type { ReactNode } from 'react';
import type { ContactNoticeContent, ContactReplyContent } from '#domain/mail/mail.ts';
import { formatCountOf } from '#domain/money/format.ts';
import type { MailWords } from '#domain/words/words.ts';
import { MailFrame } from './layout/mail-frame.tsx';
import { mailStyle } from './layout/mail-style.ts';
import { useMailWords } from './mail-words.ts';

/** Counts the unread messages and quotes none of them: anyone can write anything. */
export const contactNoticeSubject = ({ messages }: ContactNoticeContent, { name }: MailWords): string =>
  `${formatCountOf(messages, 'new message')} in the ${name} inbox`;

/** Notifies the team of unread messages. */
export function ContactNoticeMail({ messages, inboxUrl }: ContactNoticeContent) {
  return (
    <MailFrame preview="Someone is waiting for a reply.">
      <Heading as="h1" style={mailStyle.heading}>
        {formatCountOf(messages, 'new message')}
      </Heading>
      <Text style={mailStyle.text}>
        Someone is waiting for a reply from us. We aim to answer within 1-2 business days.
      </Text>
      <Text style={mailStyle.text}>
        <Button href={inboxUrl} style={mailStyle.button}>
          Open the inbox
        </Button>
      </Text>
    </MailFrame>
  );
}

/** The subject of the message with one `Re:` in front. */
export function contactReplySubject({ subject }: ContactReplyContent, { name }: MailWords): string {
  const original = subject.trim();
  if (original === '') return `Re: Your message to ${name}`;
  return /^re:/i.test(original) ? original : `Re: ${original}`;
}

/** The team's reply, with the original message quoted below. */
export function ContactReplyMail({ reply, message, sentAt }: ContactReplyContent) {
  return (
    <MailFrame preview={`A reply from ${useMailWords().name} to your message.`}>
      <PlainText text={reply} />
      <Text style={mailStyle.small}>On {formatDate(sentAt)}, you wrote:</Text>
      <blockquote style={mailStyle.quote}>
        <PlainText text={message} />
      </blockquote>
    </MailFrame>
  );
}

const formatDate = (instant: Date): string =>
  instant.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Text that a person typed, with its lines and spaces. Line breaks are elements because some mail programs join lines. */
function PlainText({ text }: { readonly text: string }) {
  return (
    <Text data-plain-text="" style={mailStyle.plainText}>
      {text.split(/\r\n|\r|\n/).flatMap(withLineBreak)}
    </Text>
  );
}

const withLineBreak = (line: string, index: number): ReactNode[] => (index === 0 ? [line] : [<br key={index} />, line]);
