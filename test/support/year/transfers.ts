import { memberOf } from '../accounts/staff.ts';
import type { Sources } from './reversals.ts';
import { isCurrencyCode, type CurrencyCode } from '#domain/money/currency.ts';
import { fromDecimal, negate } from '#domain/money/money.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import { bookPayouts } from '#server/payments/balances/payouts.ts';
import { createBatch, payBatch } from '#server/payouts/index.ts';
import { previewBatch } from '#server/payouts/batches/preview-batch.ts';

const balances: readonly (readonly ['stripe' | 'paypal', CurrencyCode])[] = [
  ['stripe', 'CAD'],
  ['paypal', 'USD'],
  ['paypal', 'EUR'],
  ['paypal', 'CAD'],
];

/** Pays out the providers' balances; one payout in ten fails, and its money returns. Returns the number of booked payouts. */
export async function payOutProviders({ deps, books, dice }: Sources): Promise<number> {
  let payouts = 0;
  for (const [provider, currency] of balances) {
    const amount = books.payOut(provider, currency);
    if (!amount) continue;
    const at = deps.clock.now();
    const payoutId = `po_${provider}_${currency}_${utcDay(at)}`;
    const sent = { payoutId, amount, createdAt: at, arrivesAt: at, movementId: `txn_${payoutId}` };
    payouts += await bookPayouts(deps, provider, [{ ...sent, status: 'paid', returned: undefined }]);
    if (dice(10) !== 0) continue;
    const returned = { movementId: `txn_${payoutId}_returned`, at };
    await bookPayouts(deps, provider, [{ ...sent, status: 'failed', returned }]);
    books.moveBank(negate(amount));
    books.move(provider, amount);
  }
  return payouts;
}

/** Creates a batch of all payable amounts as one person, and marks it as paid as another. Returns the number of payouts. */
export async function payCharities({ deps, books }: Sources): Promise<number> {
  const day = utcDay(deps.clock.now());
  const payouts = (await previewBatch(deps, day))
    .filter(({ problem }) => problem === null)
    .map(({ charityId, currency, amount }) => {
      if (!isCurrencyCode(currency)) throw new TypeError(`unknown currency ${currency}`);
      const expected = fromDecimal(amount, currency);
      if (!expected) throw new RangeError(`${amount} ${currency} is not an amount`);
      return { payee: { charityId, currency }, expected };
    });
  if (payouts.length === 0) return 0;
  const created = await createBatch(deps, await memberOf(deps, 'usr_first'), { day, payouts, reason: 'Friday' });
  if (created.code !== 'created') throw new Error(`the batch of ${day} was refused: ${created.problem}`);
  const transfer = { paidOn: day, reference: day, isWaived: false, reason: 'Friday' };
  const { code } = await payBatch(deps, await memberOf(deps, 'usr_second'), created.batchId, transfer);
  if (code !== 'paid') throw new Error(`the batch of ${day} was ${code}`);
  for (const { expected } of payouts) books.moveBank(negate(expected));
  return payouts.length;
}
