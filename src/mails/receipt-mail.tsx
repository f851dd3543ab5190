import { Heading, Link, Text } from '@react-email/components';
import { receiptWords } from '#domain/donation/receipt-words.ts';
import type { ProofContent, ReceiptContent } from '#domain/mail/mail.ts';
import { formatCount, formatCountOf, formatMoneyForAnyone } from '#domain/money/format.ts';
import type { MailWords } from '#domain/words/words.ts';
import { FigureTable, type Figure } from './layout/figure-table.tsx';
import { MailFrame } from './layout/mail-frame.tsx';
import { mailStyle } from './layout/mail-style.ts';
import { GuestAddressNote, ReaderButton } from './layout/reader-parts.tsx';

/** Names the amount without the fee, and the charity. */
export const receiptSubject = ({ amount, charityName }: ReceiptContent, { name }: MailWords): string =>
  `Your ${name} receipt: ${formatMoneyForAnyone(amount)} to ${charityName}`;

/** The receipt of a settled donation, for the donor's records. */
export function ReceiptMail(receipt: ReceiptContent) {
  const { reader } = receipt;
  const meals = formatCountOf(receipt.meals, 'meal');
  return (
    <MailFrame preview={`${formatMoneyForAnyone(receipt.charged)} paid, ${meals} on their way.`}>
      <Heading as="h1" style={mailStyle.heading}>
        {reader.kind === 'donor' ? `Thank you, ${reader.name}.` : 'Thank you for your donation.'}
      </Heading>
      <Text style={mailStyle.text}>
        We&apos;ve received your payment. Everything except the service fee goes to {receipt.charityName}.
      </Text>
      <Text style={mailStyle.meals}>≈ {meals}</Text>
      <FigureTable title="Receipt" figures={figures(receipt)} strong={receiptWords.total} />
      <ReaderButton reader={reader} guestLabel="Add this gift to an account" />
      <Text style={mailStyle.small}>Your receipt is also attached as a PDF.</Text>
      {receipt.proof && <ProofNote proof={receipt.proof} />}
      <Text style={mailStyle.small}>This is not an official receipt for income tax purposes.</Text>
      {reader.kind === 'guest' && <GuestAddressNote />}
    </MailFrame>
  );
}

/** What the proof is, and where to check it. */
const ProofNote = ({ proof }: { readonly proof: ProofContent }) => (
  <Text style={mailStyle.small}>
    {proof.kind === 'promise'
      ? 'We promise, with our signature, that your donation will be in our public log within a day; it usually takes a minute.'
      : 'Your donation is in our public log, where no one can change it unnoticed.'}{' '}
    <Link href={proof.verifyUrl} style={mailStyle.link}>
      Check it yourself
    </Link>
    , or keep the attached proof.
  </Text>
);

function figures(receipt: ReceiptContent): readonly Figure[] {
  return [
    ['Date', formatDate(receipt)],
    ['Gift', receipt.isMonthly ? `${receipt.label}, monthly` : receipt.label],
    ['Charity', receipt.charityName],
    ['Meals', formatCount(receipt.meals)],
    [receiptWords.amount, formatMoneyForAnyone(receipt.amount)],
    [receiptWords.serviceFee, formatMoneyForAnyone(receipt.serviceFee)],
    [receiptWords.total, formatMoneyForAnyone(receipt.total)],
    [receiptWords.charged[receipt.paidWith], formatMoneyForAnyone(receipt.charged)],
    ['Transaction ID', receipt.transactionId],
  ];
}

const formatDate = ({ donatedAt, timeZone }: ReceiptContent): string =>
  donatedAt.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone });
