import { Heading, Link, Text } from '@react-email/components';
import type { StaffAlertContent } from '#domain/mail/mail.ts';
import { formatCount, formatCountOf } from '#domain/money/format.ts';
import type { AlertKind } from '#domain/staff/alerts/condition.ts';
import { MailFrame } from './layout/mail-frame.tsx';
import { mailStyle } from './layout/mail-style.ts';
import { useMailWords } from './mail-words.ts';

type Line = StaffAlertContent['lines'][number];

/** Contains only counts, so no donor's data. */
export function alertSubject({ lines }: StaffAlertContent): string {
  const [first, ...others] = lines;
  const more = others.reduce((sum, { count }) => sum + count, 0);
  const rest = more === 0 ? '' : ` and ${formatCountOf(more, 'other item')}`;
  return `Needs review: ${first ? describe(first) : ''}${rest}`;
}

/** Tells a member of the team what needs review. */
export const AlertMail = ({ lines }: StaffAlertContent) => (
  <MailFrame preview={lines.map(describe).join(', ')}>
    <Heading as="h1" style={mailStyle.heading}>
      Needs review
    </Heading>
    {lines.map((line) => (
      <Text key={line.kind} style={mailStyle.text}>
        <Link href={line.url} style={mailStyle.link}>
          {describe(line)}
        </Link>{' '}
        since {formatInstant(line.since)}.{line.dueAt && ` Evidence is due by ${formatInstant(line.dueAt)}.`}
      </Text>
    ))}
    <Text style={mailStyle.small}>
      You get this email because of your role on the {useMailWords().name} team. We email you about each of these once,
      when it begins, and remind you of a dispute two days before its evidence is due.
    </Text>
  </MailFrame>
);

const describe = ({ kind, count }: Line): string => `${formatCount(count)} ${nouns[kind][count === 1 ? 0 : 1]}`;

const nouns: Readonly<Record<AlertKind, readonly [one: string, many: string]>> = {
  deadlines: ['dispute with evidence due soon', 'disputes with evidence due soon'],
  disputes: ['open dispute', 'open disputes'],
  quarantined: ['quarantined payment', 'quarantined payments'],
  differences: ['payment unknown to its provider', 'payments unknown to their providers'],
  balances: ['balance that differs', 'balances that differ'],
  movements: ['unknown movement', 'unknown movements'],
  disagreements: ['disagreement in the books', 'disagreements in the books'],
  unknownPayments: ['refund or dispute of an unknown payment', 'refunds or disputes of unknown payments'],
  reconciliation: ['reconciliation problem', 'reconciliation problems'],
  lostPlans: ['monthly donation without an account', 'monthly donations without an account'],
  heldEmails: ['held email', 'held emails'],
  deadJobs: ['failed job', 'failed jobs'],
  rates: ['outdated exchange rate', 'outdated exchange rates'],
  waitingRates: ['fetched exchange rate to confirm', 'fetched exchange rates to confirm'],
  failedFetches: ['failing exchange rate fetch', 'failing exchange rate fetches'],
  newsletters: ['paused newsletter', 'paused newsletters'],
  webhooks: ['switched-off webhook endpoint', 'switched-off webhook endpoints'],
};

const formatInstant = (instant: Date): string =>
  `${instant.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
