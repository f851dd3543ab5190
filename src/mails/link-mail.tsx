import { Button, Heading, Link, Text } from '@react-email/components';
import type { ReactNode } from 'react';
import type { LinkContent } from '#domain/mail/mail.ts';
import { MailFrame } from './mail-frame.tsx';
import { mailStyle } from './mail-style.ts';

interface LinkMailProps {
  readonly link: Pick<LinkContent, 'linkUrl' | 'validHours'>;
  readonly preview: string;
  readonly heading: string;
  /** What the button says. */
  readonly action: string;
  /** What whoever did not ask for the link may do with the mail. */
  readonly otherwise: ReactNode;
  /** Why the link is there. */
  readonly children: ReactNode;
}

/** A mail around a link that works once: as a button, and bare for programs that show no buttons. */
export function LinkMail({ link, preview, heading, action, otherwise, children }: LinkMailProps) {
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
      {/* In plain text the button is the bare link already. */}
      <Text style={mailStyle.small} data-skip-in-text>
        Or open this address:{' '}
        <Link href={link.linkUrl} style={mailStyle.link}>
          {link.linkUrl}
        </Link>
      </Text>
      <Text style={mailStyle.small}>
        The link works once, for {spanOf(link.validHours)}. {otherwise}
      </Text>
    </MailFrame>
  );
}

const spanOf = (hours: number): string => {
  if (hours === 1) return 'one hour';
  return hours >= 48 && hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`;
};
