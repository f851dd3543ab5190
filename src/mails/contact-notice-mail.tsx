import { Button, Heading, Text } from '@react-email/components';
import { brand } from '#domain/brand.ts';
import type { ContactNoticeContent } from '#domain/mail/mail.ts';
import { formatCount } from '#domain/money/format.ts';
import { MailFrame } from './mail-frame.tsx';
import { mailStyle } from './mail-style.ts';

/** Says how many messages wait, and nothing that a stranger wrote. */
export const contactNoticeSubject = ({ messages }: ContactNoticeContent): string =>
  `${messagesOf(messages)} in the ${brand.name} inbox`;

/** Tells the team that somebody wrote. */
export function ContactNoticeMail({ messages, inboxUrl }: ContactNoticeContent) {
  return (
    <MailFrame preview="Somebody hopes to hear from us.">
      <Heading as="h1" style={mailStyle.heading}>
        {messagesOf(messages)}
      </Heading>
      <Text style={mailStyle.text}>
        Somebody wrote to us and hopes for an answer within 1-2 business days. It is waiting in the inbox.
      </Text>
      <Text style={mailStyle.text}>
        <Button href={inboxUrl} style={mailStyle.button}>
          Open the inbox
        </Button>
      </Text>
    </MailFrame>
  );
}

const messagesOf = (count: number): string => `${formatCount(count)} new ${count === 1 ? 'message' : 'messages'}`;
