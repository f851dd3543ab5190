import { Button, Text } from '@react-email/components';
import type { DonationReader } from '#domain/mail/mail.ts';
import { mailStyle } from './mail-style.ts';

interface ReaderButtonProps {
  readonly reader: DonationReader;
  /** What a guest reads on the button. */
  readonly guestLabel: string;
}

/** Where the reader finds the donation: a donor in the history, a guest on the page that claims it, with its receipt. */
export const ReaderButton = ({ reader, guestLabel }: ReaderButtonProps) => (
  <Text style={mailStyle.text}>
    <Button href={reader.kind === 'donor' ? reader.historyUrl : reader.claimUrl} style={mailStyle.button}>
      {reader.kind === 'donor' ? 'See your donation history' : guestLabel}
    </Button>
  </Text>
);

/** Why a person without an account gets this email, and how long we know the address (spec-readings, Mail). */
export const GuestAddressNote = () => (
  <Text style={mailStyle.small}>
    You get this email because this address was given with the payment. We keep it for 24 months after the last payment
    or refund, in case you need help. To have it deleted sooner, write to us.
  </Text>
);
