import { Button, Heading, Text } from '@react-email/components';
import type { ReversalContent } from '#domain/mail/mail.ts';
import { formatMoney } from '#domain/money/format.ts';
import { FigureTable } from './figure-table.tsx';
import { MailFrame } from './mail-frame.tsx';
import { mailStyle } from './mail-style.ts';

/** Names what happened to the donor's money. */
export const reversalSubject = (content: ReversalContent): string => wordsFor(content).subject;

/** Tells a donor that money of a gift went back, or that it came again. */
export function ReversalMail(content: ReversalContent) {
  const { subject, explanation } = wordsFor(content);
  return (
    <MailFrame preview={explanation}>
      <Heading as="h1" style={mailStyle.heading}>
        {subject}
      </Heading>
      <Text style={mailStyle.text}>
        Hello {content.donorName}. {explanation}
      </Text>
      <FigureTable title="What changed" figures={figuresOf(content)} strong={amountName(content)} />
      <Text style={mailStyle.text}>
        <Button href={content.historyUrl} style={mailStyle.button}>
          See your donation history
        </Button>
      </Text>
    </MailFrame>
  );
}

interface Words {
  readonly subject: string;
  readonly explanation: string;
}

function wordsFor({ kind, direction, amount, charged }: ReversalContent): Words {
  const sum = formatMoney(amount);
  const part = amount.amountMinor === charged.amountMinor ? sum : `${sum} of ${formatMoney(charged)}`;
  switch (`${kind} ${direction}` as const) {
    case 'refund taken':
      return {
        subject: `We have returned ${sum} of your gift`,
        explanation: `We have sent ${part} back to where your payment came from. Banks usually show it within 5 to 10 days.`,
      };
    case 'refund returned':
      return {
        subject: 'Your refund did not arrive, and your gift stands again',
        explanation: `The bank could not take the ${sum} that we had returned, so the money came back to us and counts as your gift again. Write to us if you want it another way.`,
      };
    case 'dispute taken':
      return {
        subject: 'Your bank has asked for your payment back',
        explanation: `Your bank has taken ${part} back from us. If you did not ask for that, please tell your bank; if you did, there is nothing to do.`,
      };
    case 'dispute returned':
      return {
        subject: 'Your gift stands again',
        explanation: `Your bank has closed its inquiry about your payment and let us keep the ${sum}. Thank you for your patience.`,
      };
  }
}

const amountName = ({ direction }: ReversalContent): string =>
  direction === 'taken' ? 'Returned to you' : 'Counts again';

const figuresOf = (content: ReversalContent): readonly (readonly [name: string, value: string])[] => [
  ['Gift', content.label],
  ['Charity', content.charityName],
  ['Charged', formatMoney(content.charged)],
  [amountName(content), formatMoney(content.amount)],
  ['Transaction ID', content.transactionId],
];
