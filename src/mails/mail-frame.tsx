import { Body, Container, Head, Hr, Html, Preview, Text } from '@react-email/components';
import { createContext, useContext, type ReactNode } from 'react';
import { brand } from '#domain/brand.ts';
import { mailStyle } from './mail-style.ts';

interface MailFrameProps {
  /** The line that mail programs show beside the subject. */
  readonly preview: string;
  /** Below the line that says how to reach us. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every email: our name on top, and how to reach us at the bottom. */
export function MailFrame({ preview, footer, children }: MailFrameProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={mailStyle.body}>
        <Container style={mailStyle.card}>
          <Text style={mailStyle.brand}>{brand.name}</Text>
          {children}
          <Hr style={mailStyle.rule} />
          <Text style={mailStyle.small}>
            {brand.name}: {brand.tagline} Questions? Write to {useContactEmail()}.
          </Text>
          {footer}
        </Container>
      </Body>
    </Html>
  );
}

/** The address to which readers can write, for all parts of an email. */
export const ContactEmail = createContext<string>(brand.contactEmail);

export const useContactEmail = (): string => useContext(ContactEmail);
