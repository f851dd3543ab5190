import { Heading, Text } from '@react-email/components';
import type { ReversalContent } from '#domain/mail/mail.ts';
import { formatMoneyForAnyone } from '#domain/money/format.ts';
import type { Money } from '#domain/money/money.ts';
import { FigureTable, type Figure } from './layout/figure-table.tsx';
import { MailFrame } from './layout/mail-frame.tsx';
import { mailStyle } from './layout/mail-style.ts';
import { GuestAddressNote, ReaderButton } from './layout/reader-parts.tsx';

/** Subject of the email about a refund or a dispute. */
export const reversalSubject = (content: ReversalContent): string => describe(content).subject;

/** Notifies a donor that a payment was refunded or disputed, or that the money came back to us. */
export function ReversalMail(content: ReversalContent) {
  const { reader } = content;
  const { subject, explanation } = describe(content);
  return (
    <MailFrame preview={explanation}>
      <Heading as="h1" style={mailStyle.heading}>
        {subject}
      </Heading>
      <Text style={mailStyle.text}>{reader.kind === 'donor' ? `Hello ${reader.name},` : 'Hello,'}</Text>
      <Text style={mailStyle.text}>{explanation}</Text>
      <FigureTable title="What changed" figures={figures(content)} strong={amountName(content)} />
      <ReaderButton reader={reader} guestLabel="See your receipt" />
      {reader.kind === 'guest' && <GuestAddressNote />}
    </MailFrame>
  );
}

interface Description {
  readonly subject: string;
  readonly explanation: string;
}

function describe({ kind, direction, amount, counted, charged }: ReversalContent): Description {
  const sum = formatMoneyForAnyone(amount);
  const isWhole = amount.amountMinor === charged.amountMinor;
  switch (`${kind} ${direction}` as const) {
    case 'refund taken':
      return {
        subject: isWhole ? `We've refunded your payment of ${sum}` : `We've refunded ${sum} of your payment`,
        explanation: `We've sent ${part(amount, charged)} back to your original payment method. Banks usually show it within 5 to 10 days.`,
      };
    case 'refund returned':
      return {
        subject: "Your refund couldn't be delivered, so your gift counts again",
        explanation: `Your bank couldn't accept our refund of ${sum}. The money came back to us and counts as your gift again. Write to us and we'll find another way.`,
      };
    case 'dispute taken':
      return {
        subject: 'Your bank has reversed your payment',
        explanation: `Your bank has taken ${part(amount, charged)} back from us. ${stillCounted(amount, counted)}If you didn't ask for this, please tell your bank. If you did, there's nothing to do.`,
      };
    case 'dispute returned':
      return {
        subject: 'Your gift counts again',
        explanation: `Your bank has closed its inquiry about your payment and returned ${sum} to us, so ${isSame(amount, counted) ? 'it' : `${formatMoneyForAnyone(counted)} of it`} counts as your gift again. Thank you for your patience.`,
      };
  }
}

const part = (amount: Money, charged: Money): string =>
  amount.amountMinor < charged.amountMinor
    ? `${formatMoneyForAnyone(amount)} of ${formatMoneyForAnyone(charged)}`
    : formatMoneyForAnyone(amount);

/** The two amounts differ when part was refunded before, or when the bank took more than was charged. */
const stillCounted = (amount: Money, counted: Money): string =>
  isSame(amount, counted) ? '' : `Your gift counts for ${formatMoneyForAnyone(counted)} less. `;

const isSame = (one: Money, other: Money): boolean => one.amountMinor === other.amountMinor;

const figures = (content: ReversalContent): readonly Figure[] => [
  ['Gift', content.label],
  ['Charity', content.charityName],
  ['Charged', formatMoneyForAnyone(content.charged)],
  [amountName(content), formatMoneyForAnyone(content.amount)],
  ...countedFigure(content),
  ['Transaction ID', content.transactionId],
];

function amountName({ kind, direction, amount, counted }: ReversalContent): string {
  if (direction === 'taken') return 'Returned to you';
  return kind === 'refund' || isSame(amount, counted) ? 'Counts again' : 'Returned to us';
}

function countedFigure({ direction, amount, counted }: ReversalContent): readonly Figure[] {
  if (isSame(amount, counted)) return [];
  return [[direction === 'taken' ? 'No longer counts' : 'Counts again', formatMoneyForAnyone(counted)]];
}
