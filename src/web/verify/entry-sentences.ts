import { isCurrencyCode } from '#domain/money/currency.ts';
import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import { fromDecimal } from '#domain/money/money.ts';
import type { DonationEntry, PayoutEntry, ReversalEntry } from '#domain/public-log/log-entry.ts';
import { formatCalendarDay, formatDay } from '#web/ui/format-date.ts';

export function donationSentence(entry: DonationEntry | ReversalEntry): string {
  const [total, amount, fee] = [entry.total, entry.amount, entry.serviceFee].map((text) => amountOf(text, entry));
  const parts = `${amount} for ${entry.charityName} and ${fee} service fee`;
  if (entry.kind === 'donation') return `${total} was paid on ${formatDay(new Date(entry.paidAt))}: ${parts}.`;
  const change = entry.kind === 'refund' ? 'refunded' : 'taken back by a bank';
  return `${total} was ${change} on ${formatDay(new Date(entry.reversedAt))}: ${parts}.`;
}

export function payoutSentence(payout: PayoutEntry): string {
  const { charityName, paidOn, reference, covers } = payout;
  const amount = amountOf(payout.amount, payout);
  const position = covers.leaves === 1 ? 'the only one' : `one of ${formatCount(covers.leaves)}`;
  return `The payout of ${amount} to ${charityName} on ${formatCalendarDay(paidOn)} names exactly this entry, ${position}. Its bank reference is ${reference}.`;
}

function amountOf(text: string, { currency }: { readonly currency: string }): string {
  const money = isCurrencyCode(currency) ? fromDecimal(Number(text), currency) : undefined;
  return money ? formatMoneyForAnyone(money) : `${text} ${currency}`;
}
