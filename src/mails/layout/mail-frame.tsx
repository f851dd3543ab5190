import { Body, Container, Head, Hr, Html, Preview, Text } from '@react-email/components';
import type { ReactNode } from 'react';
import { mailStyle } from './mail-style.ts';
import { useMailWords } from '../mail-words.ts';

interface MailFrameProps {
  /** The line that mail programs show beside the subject. */
  readonly preview: string;
  /** Below the line that says how to reach us. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every email: our name on top, and how to reach us at the bottom. */
export function MailFrame({ preview, footer, children }: MailFrameProps) {
  const { name, contactEmail, greeting, footer: closingLine } = useMailWords();
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{preview}</Preview>
      <Body style={mailStyle.body}>
        <Container style={mailStyle.card}>
          <Text style={mailStyle.brand}>{name}</Text>
          {greeting !== '' && <Text style={mailStyle.text}>{greeting}</Text>}
          {children}
          <Hr style={mailStyle.rule} />
          <Text style={mailStyle.small}>
            {name}: {closingLine} Questions? Write to {contactEmail}.
          </Text>
          {footer}
        </Container>
      </Body>
    </Html>
  );
}
