import { createDice } from './dice.ts';
import { charityIds, createDonors, type Donors, type SettledPayment } from './donors.ts';
import { compareBooks } from './compare-books.ts';
import { comparePayoutProofs, comparePublicLog } from './compare-log.ts';
import { compareTransparency } from './compare-transparency.ts';
import { openProviderBooks } from './provider-books.ts';
import { disputeSome, keepFees, refundSome, type Sources } from './reversals.ts';
import { payCharities, payOutProviders } from './transfers.ts';
import { fixedClock } from '../app/clock.ts';
import { startApp } from '../app/start-app.ts';
import { insertAccount } from '../payouts/ledger-world.ts';
import { stubCards } from '../payments/stub-cards.ts';
import { stubPayPal } from '../payments/stub-paypal.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import { utcDay, type UtcDay } from '#domain/ledger/utc-day.ts';
import { readTrialBalance } from '#server/accounting/trial-balance.ts';
import { writeBalances } from '#server/accounting/index.ts';
import type { Engine } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { copyPayableEntries } from '#server/payouts/index.ts';
import { sequenceLog } from '#server/public-log/index.ts';

/** The counts of a generated year, and all differences that were found. */
export interface GeneratedYear {
  readonly days: number;
  readonly donations: number;
  readonly refunds: number;
  readonly disputes: number;
  /** Payouts of providers to our bank, and of our bank to charities. */
  readonly providerPayouts: number;
  readonly payouts: number;
  readonly differences: readonly string[];
}

export const daysOfYear = 365;
const dayMs = 24 * 60 * 60 * 1000;
const currencies: readonly CurrencyCode[] = ['CAD', 'USD', 'EUR'];

export interface YearSize {
  readonly days: number;
  readonly donations: number;
  /** Plants a difference: Stripe's balance begins a cent short. */
  readonly isProviderShort?: boolean;
}

/**
 * Generates this many days with this many donations, through the product's functions. Donors pay by card, with PayPal and
 * monthly; refunds and disputes follow; providers pay us on Mondays; and two people pay the charities every Friday. At the end
 * of each day, our books are compared with those of the providers and the bank. After the last day, the public log, the figures
 * of the transparency page and a day of self-audits are checked.
 */
export async function generateYear(
  engine: Engine,
  { days, donations, isProviderShort = false }: YearSize,
): Promise<GeneratedYear> {
  const clock = fixedClock('2025-01-01T12:00:00.000Z');
  const [cards, paypal] = [stubCards(), stubPayPal()];
  const app = await startApp(engine, { cards, paypal, clock, environment: { RATE_LIMIT_FACTOR: '1000000' } });
  app.deps.log.level = 'silent';
  const dice = createDice(1);
  const sources: Sources = { deps: app.deps, books: openProviderBooks(), dice, paid: [], disputed: [] };
  if (isProviderShort) sources.books.move('stripe', money(-1, 'CAD'));
  const donors = createDonors(app, cards, paypal, dice);
  const counts = { donations: 0, refunds: 0, disputes: 0, providerPayouts: 0, payouts: 0 };
  const differences: string[] = [];
  const balances = new Map<UtcDay, string>();
  try {
    for (const charityId of charityIds)
      for (const currency of currencies) await insertAccount(app.deps, charityId, currency);
    for (let day = 0; day < days; day += 1) {
      const newPayments = Math.floor(((day + 1) * donations) / days) - counts.donations;
      for (let number = 0; number < newPayments; number += 1) await receive(sources, donors);
      counts.donations += newPayments;
      counts.refunds += await refundSome(sources, newPayments);
      counts.disputes += await disputeSome(sources, newPayments);
      const weekday = clock.now().getUTCDay();
      if (weekday === monday) counts.providerPayouts += await payOutProviders(sources);
      if (weekday === friday) counts.payouts += await payCharities(sources);
      if (weekday === sunday) await sequenceLog(app.deps);
      await writeBalances(app.deps);
      await copyPayableEntries(app.deps);
      const trialBalance = await readTrialBalance(app.deps, app.deps.db.read, utcDay(clock.now()));
      differences.push(...(await compareBooks(app.deps, sources.books, trialBalance)));
      balances.set(trialBalance.day, JSON.stringify(trialBalance.lines));
      clock.advance(dayMs);
    }
    differences.push(...(await recheckDays(app.deps, balances)), ...(await comparePublicLog(app.deps)));
    if (counts.payouts > 0) differences.push(...(await comparePayoutProofs(app.deps)));
    differences.push(...(await compareTransparency(app)));
    return { days, ...counts, differences };
  } finally {
    await app.close();
  }
}

const sunday = 0;
const monday = 1;
const friday = 5;

/** Makes a payment of a random kind, and books the provider's fee. */
async function receive(sources: Sources, donors: Donors): Promise<void> {
  const payment = await pay(donors, sources.dice(100));
  sources.books.move(payment.provider, payment.total);
  sources.paid.push(payment);
  await keepFees(sources, payment);
}

function pay(donors: Donors, drawn: number): Promise<SettledPayment> {
  if (drawn < 20) return donors.payWithPayPal();
  if (drawn < 25) return donors.startPlan();
  return drawn < 45 ? donors.renewPlan() : donors.payByCard();
}

/** Reads every day's trial balance again after the year, and checks the whole ledger. */
async function recheckDays(deps: Deps, balances: ReadonlyMap<UtcDay, string>): Promise<string[]> {
  const changed: string[] = [];
  await writeBalances(deps);
  for (const [day, balance] of balances)
    if (JSON.stringify((await readTrialBalance(deps, deps.db.read, day)).lines) !== balance)
      changed.push(`${day}: its trial balance changed later`);
  const broken = await checkLedger(deps.db.patient.read);
  return [...changed, ...broken.map(({ rule, subject }) => `${rule}: ${subject}`)];
}
