import { Heading, Text } from '@react-email/components';
import type { ArrivalContent } from '#domain/mail/mail.ts';
import { formatUtcDay } from '#domain/ledger/utc-day.ts';
import { formatCountOf, formatMoneyForAnyone } from '#domain/money/format.ts';
import { FigureTable, type Figure } from './layout/figure-table.tsx';
import { MailFrame } from './layout/mail-frame.tsx';
import { mailStyle } from './layout/mail-style.ts';
import { GuestAddressNote, ReaderButton } from './layout/reader-parts.tsx';

export const arrivalSubject = ({ charityName, count }: ArrivalContent): string =>
  count === 1
    ? `Your donation has arrived at ${charityName}`
    : `Your ${count} donations have arrived at ${charityName}`;

/** Tells a donor that the charity has confirmed the transfer with their donations. */
export function ArrivalMail(content: ArrivalContent) {
  const { reader, charityName, count, paidOn, reference, total, wasConfirmedBefore } = content;
  const [gift, pronoun] = count === 1 ? ['donation', 'it'] : [formatCountOf(count, 'donation'), 'them'];
  return (
    <MailFrame preview={`${formatMoneyForAnyone(total)} reached ${charityName}.`}>
      <Heading as="h1" style={mailStyle.heading}>
        {count === 1 ? 'Your donation has arrived' : 'Your donations have arrived'}
      </Heading>
      <Text style={mailStyle.text}>{reader.kind === 'donor' ? `Hello ${reader.name},` : 'Hello,'}</Text>
      <Text style={mailStyle.text}>
        {charityName} has confirmed that it received your {gift}. We transferred {pronoun} on {formatUtcDay(paidOn)},
        together with those of other donors.
      </Text>
      {wasConfirmedBefore && (
        <Text style={mailStyle.text}>
          We told you this before, but then the bank returned the transfer to us. This is about the new transfer.
        </Text>
      )}
      <FigureTable title="What arrived" figures={figures(content)} strong={totalName} />
      <ReaderButton reader={reader} guestLabel="See your receipt" />
      <Text style={mailStyle.small}>
        The bank’s reference for the transfer is {reference}. The amounts do not include the service fee or anything
        that was refunded.
      </Text>
      {reader.kind === 'guest' && <GuestAddressNote />}
    </MailFrame>
  );
}

const totalName = 'Arrived';

const figures = ({ donations, count, total }: ArrivalContent): readonly Figure[] => [
  ...donations.map(({ label, day, amount }): Figure => [
    `${label}, ${formatUtcDay(day)}`,
    formatMoneyForAnyone(amount),
  ]),
  ...(count > donations.length ? [['Others', formatCountOf(count - donations.length, 'donation')] as const] : []),
  [totalName, formatMoneyForAnyone(total)],
];
