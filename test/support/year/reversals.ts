import type { Dice } from './dice.ts';
import type { SettledPayment } from './donors.ts';
import type { ProviderBooks } from './provider-books.ts';
import { money, negate, type Money } from '#domain/money/money.ts';
import type { ReversalEvent } from '#domain/payment/reversal.ts';
import type { Deps } from '#server/deps.ts';
import { applyReversal } from '#server/payments/index.ts';
import { bookFees } from '#server/payments/reconcile/fees.ts';

/** What refunds, disputes and transfers are generated from: the product, the providers' books, the dice and the payments. */
export interface Sources {
  readonly deps: Deps;
  readonly books: ProviderBooks;
  readonly dice: Dice;
  /** The payments that can still be refunded or disputed. */
  readonly paid: SettledPayment[];
  /** The open disputes. */
  readonly disputed: OpenDispute[];
}

interface OpenDispute {
  readonly payment: SettledPayment;
  readonly takenAt: Date;
}

/** Books the provider's fee for a payment: 2.9 % and 30 minor units. */
export async function keepFees(
  { deps, books }: Sources,
  { provider, paymentId, total }: SettledPayment,
): Promise<void> {
  const fee = money(Math.floor((total.amountMinor * 29) / 1000) + 30, total.currency);
  const occurredAt = deps.clock.now();
  const booked = await bookFees(deps, [{ provider, feeId: `fee_${paymentId}`, paymentId, fee, occurredAt }]);
  if (booked !== 1) throw new Error(`the fee of ${paymentId} was not booked`);
  books.move(provider, negate(fee));
}

/** Refunds about one payment for every thirty new ones, in full or in part, some after their payout. Returns how many. */
export async function refundSome(sources: Sources, newPayments: number): Promise<number> {
  const due = drawPayments(sources, newPayments, 30);
  for (const payment of due) {
    const isPart = sources.dice(2) === 0;
    const amount = isPart
      ? money(1 + sources.dice(payment.total.amountMinor - 1), payment.total.currency)
      : payment.total;
    await apply(sources, { ...reversalOf(sources, payment, 'refund', amount), fact: 'taken' });
    sources.books.move(payment.provider, negate(amount));
  }
  return due.length;
}

/**
 * Draws about one payment for every sixty new ones and disputes the card payments among them, then decides month-old disputes.
 * Returns the number of new disputes.
 */
export async function disputeSome(sources: Sources, newPayments: number): Promise<number> {
  const { deps, books, dice, disputed } = sources;
  const due = drawPayments(sources, newPayments, 60).filter(({ provider }) => provider === 'stripe');
  for (const payment of due) {
    const takenAt = deps.clock.now();
    const taken = { movementId: `taken_${payment.paymentId}`, amount: negate(payment.total), occurredAt: takenAt };
    await apply(sources, {
      ...reversalOf(sources, payment, 'dispute', payment.total),
      fact: 'taken',
      movements: [taken],
    });
    books.move('stripe', taken.amount);
    disputed.push({ payment, takenAt });
  }
  const isOld = ({ takenAt }: OpenDispute): boolean => takenAt.getTime() < deps.clock.now().getTime() - monthMs;
  for (const { payment, takenAt } of disputed.splice(0, disputed.filter(isOld).length)) {
    const isWon = dice(2) === 0;
    const out = { movementId: `taken_${payment.paymentId}`, amount: negate(payment.total), occurredAt: takenAt };
    const back = { movementId: `back_${payment.paymentId}`, amount: payment.total, occurredAt: deps.clock.now() };
    const decided = reversalOf(sources, payment, 'dispute', payment.total);
    await apply(sources, {
      ...decided,
      eventId: `${decided.eventId}_decided`,
      fact: isWon ? 'returned' : 'lost',
      movements: isWon ? [out, back] : [out],
    });
    if (isWon) books.move('stripe', back.amount);
  }
  return due.length;
}

const monthMs = 30 * 24 * 60 * 60 * 1000;

/** Removes about one payment for every `oneOf` new ones from those without a reversal, and returns the removed ones. */
function drawPayments({ paid, dice }: Sources, newPayments: number, oneOf: number): SettledPayment[] {
  const chosen: SettledPayment[] = [];
  for (let index = 0; index < newPayments; index += 1) {
    if (dice(oneOf) !== 0) continue;
    const [payment] = paid.splice(dice(paid.length), 1);
    if (payment) chosen.push(payment);
  }
  return chosen;
}

const reversalOf = (
  { deps }: Sources,
  { provider, paymentId }: SettledPayment,
  kind: ReversalEvent['kind'],
  amount: Money,
): Omit<ReversalEvent, 'fact'> => ({
  provider,
  eventId: `${kind}_${paymentId}`,
  occurredAt: deps.clock.now(),
  isLive: false,
  account: undefined,
  reversalId: `${kind}_${paymentId}`,
  kind,
  paymentId,
  amount,
});

async function apply({ deps }: Sources, event: ReversalEvent): Promise<void> {
  const { code } = await applyReversal(deps, event, false);
  if (code !== 'booked') throw new Error(`${event.eventId} was ${code}`);
}
