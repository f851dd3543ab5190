import { checkLedger } from '#server/ledger/index.ts';
import type { DatabaseSource } from '../databases.ts';
import type { BenchOptions } from '../options.ts';
import { startPair, type Side } from '../pair.ts';
import { printComparison } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { writeMonthlyPlan } from '../rows/monthly-plan.ts';
import { writePendingIntents, type PaymentKind } from '../rows/pending-intents.ts';
import type { SettleCommand, SettleResult } from '../servers/settle-command.ts';

/**
 * Compares settling a new payment with the same statements on the bare driver, then settling a PayPal capture and a renewal
 * with settling a card payment. Afterward every ledger must be correct, so that no side wins by leaving something out.
 * Returns the findings of the ledger checks.
 */
export async function compareSettlement(source: DatabaseSource, options: BenchOptions): Promise<string[]> {
  const product = 'servers/product-settler.ts';
  const pair = await startPair(source, 'settlement', { product, baseline: 'servers/bare-settler.ts' });
  for (const concurrency of [1, 16]) {
    const load = (side: Side) => settleFor(side, { concurrency, milliseconds: options.sliceMs });
    const { rounds } = await measureRounds(pair, options.rounds, load);
    printComparison(`Settlement, ${source.title}, ${concurrency} at once`, 'settled', rounds, settlementGoal);
  }
  const findings = [...(await findingsOf(pair.product)), ...(await findingsOf(pair.baseline))];
  await pair.stop();
  const kinds = await startPair(source, 'kinds', { product, baseline: product });
  await writeMonthlyPlan(kinds.product.database.db);
  for (const { title, kind, action, goal } of comparedWithCard) {
    const { rounds } = await measureRounds(kinds, options.rounds, (side) => {
      const slice = { concurrency: 1, milliseconds: options.sliceMs };
      return side === kinds.product ? settleFor(side, { ...slice, kind, action }) : settleFor(side, slice);
    });
    printComparison(`${title} compared with a card payment, ${source.title}`, 'settled', rounds, goal, 'card');
  }
  findings.push(...(await findingsOf(kinds.product)), ...(await findingsOf(kinds.baseline)));
  await kinds.stop();
  return findings;
}

const settlementGoal = 0.7;
const settledPerMsMax = 6; // no engine has reached this

/** A renewal that starts from its invoice also writes the intent, which takes a second commit; a card's intent exists already. */
const comparedWithCard = [
  { title: 'Settlement of a capture', kind: 'capture', action: 'settle', goal: 1 / 1.2 },
  { title: 'Settlement of a renewal', kind: 'renewal', action: 'settle', goal: 1 / 1.2 },
  { title: 'Settlement of a renewal, starting from its invoice', kind: 'renewal', action: 'settleInvoice', goal: 0.5 },
] as const;

interface SettleSlice {
  readonly concurrency: number;
  readonly milliseconds: number;
  readonly kind?: PaymentKind;
  readonly action?: 'settle' | 'settleInvoice';
}

async function settleFor(side: Side, slice: SettleSlice): Promise<SettleResult> {
  const { concurrency, milliseconds, kind, action = 'settle' } = slice;
  const intents = await writePendingIntents(side.database.db, milliseconds * settledPerMsMax, kind);
  const command: SettleCommand = { intents, concurrency, milliseconds };
  return side.process.ask<SettleResult>(action, command);
}

const findingsOf = async ({ database }: Side): Promise<string[]> =>
  (await checkLedger(database.db.read)).map(({ rule, subject }) => `${rule}: ${subject}`);
