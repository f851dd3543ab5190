import { Button, Heading, Link, Text } from '@react-email/components';
import type { ReactNode } from 'react';
import type { LinkContent } from '#domain/mail/mail.ts';
import { MailFrame } from './layout/mail-frame.tsx';
import { mailStyle } from './layout/mail-style.ts';

interface LinkMailProps {
  readonly link: Pick<LinkContent, 'linkUrl' | 'validHours'>;
  readonly preview: string;
  readonly heading: string;
  /** Label of the button. */
  readonly action: string;
  /** What a reader who did not request the link can do. */
  readonly ignoreNote: ReactNode;
  /** Why the link was sent. */
  readonly children: ReactNode;
}

/** An email with a link that works once, as a button and spelled out for mail programs that show no buttons. */
export function LinkMail({ link, preview, heading, action, ignoreNote, children }: LinkMailProps) {
  return (
    <MailFrame preview={preview}>
      <Heading as="h1" style={mailStyle.heading}>
        {heading}
      </Heading>
      <Text style={mailStyle.text}>{children}</Text>
      <Text style={mailStyle.text}>
        <Button href={link.linkUrl} style={mailStyle.button}>
          {action}
        </Button>
      </Text>
      {/* The plain text part shows the button as its address, so it does not need a second copy. */}
      <Text style={mailStyle.small} data-skip-in-text>
        Or open this link:{' '}
        <Link href={link.linkUrl} style={mailStyle.link}>
          {link.linkUrl}
        </Link>
      </Text>
      <Text style={mailStyle.small}>
        The link works once and expires in {formatHours(link.validHours)}. {ignoreNote}
      </Text>
    </MailFrame>
  );
}

const formatHours = (hours: number): string => {
  if (hours === 1) return 'one hour';
  return hours >= 48 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`;
};
