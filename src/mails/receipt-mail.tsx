import { Button, Heading, Text } from '@react-email/components';
import { brand } from '#domain/brand.ts';
import { serviceFeePercent } from '#domain/donation/pricing.ts';
import type { ReceiptContent } from '#domain/mail/mail.ts';
import { formatCount, formatMoney, formatWithCode } from '#domain/money/format.ts';
import { FigureTable } from './figure-table.tsx';
import { MailFrame } from './mail-frame.tsx';
import { mailStyle } from './mail-style.ts';

/** Names what the mail is, how much, and for whom. */
export const receiptSubject = ({ amount, charityName }: ReceiptContent): string =>
  `Your ${brand.name} receipt: ${formatMoney(amount)} to ${charityName}`;

/** The receipt of a settled donation, for the donor's records. */
export function ReceiptMail(receipt: ReceiptContent) {
  const meals = mealsOf(receipt.meals);
  return (
    <MailFrame preview={`${formatMoney(receipt.total)} paid, ${meals} on their way.`}>
      <Heading as="h1" style={mailStyle.heading}>
        Thank you, {receipt.donorName}.
      </Heading>
      <Text style={mailStyle.text}>
        Your payment has arrived, and all but the service fee goes to {receipt.charityName}.
      </Text>
      <Text style={mailStyle.meals}>≈ {meals}</Text>
      <FigureTable title="Receipt" figures={figuresOf(receipt)} strong="Total" />
      <Text style={mailStyle.text}>
        <Button href={receipt.historyUrl} style={mailStyle.button}>
          See your donation history
        </Button>
      </Text>
      <Text style={mailStyle.small}>The receipt is attached as a PDF too.</Text>
      <Text style={mailStyle.small}>This is not an official receipt for income tax purposes.</Text>
    </MailFrame>
  );
}

const mealsOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'meal' : 'meals'}`;

function figuresOf(receipt: ReceiptContent): readonly (readonly [name: string, value: string])[] {
  return [
    ['Date', dateOf(receipt)],
    ['Gift', receipt.isMonthly ? `${receipt.label}, monthly` : receipt.label],
    ['Charity', receipt.charityName],
    ['Meals', formatCount(receipt.meals)],
    ['Donation', formatMoney(receipt.amount)],
    [`Service Fee (${serviceFeePercent}%)`, formatMoney(receipt.serviceFee)],
    ['Total', formatMoney(receipt.total)],
    [receipt.paidWith === 'paypal' ? 'Paid with PayPal' : 'Charged to your card', formatWithCode(receipt.charged)],
    ['Transaction ID', receipt.transactionId],
  ];
}

const dateOf = ({ donatedAt, timeZone }: ReceiptContent): string =>
  donatedAt.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone });
