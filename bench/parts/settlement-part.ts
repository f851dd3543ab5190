import { checkLedger } from '#server/ledger/index.ts';
import type { DatabaseSource } from '../databases.ts';
import type { BenchOptions } from '../options.ts';
import { startPair, type Side } from '../pair.ts';
import { printComparison } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { writeMonthlyPlan } from '../rows/monthly-plan.ts';
import { writePendingIntents, type PayableKind } from '../rows/pending-intents.ts';
import type { SettleOrder, SettleResult } from '../servers/settle-order.ts';

/**
 * Compares the settlement of a fresh paid event with the same statements on the bare driver, and then the settlement of
 * a captured PayPal order and of a renewal with that of a card. Afterwards the books of all must be right, so no side can win
 * by leaving something out. Returns what is wrong with them.
 */
export async function compareSettlement(source: DatabaseSource, options: BenchOptions): Promise<string[]> {
  const product = 'servers/product-settler.ts';
  const pair = await startPair(source, 'settlement', { product, bare: 'servers/bare-settler.ts' });
  for (const atOnce of [1, 16]) {
    const load = (side: Side) => settleFor(side, { atOnce, milliseconds: options.sliceMs });
    const { rounds } = await measureRounds(pair, options.rounds, load);
    printComparison(`Settlement, ${source.title}, ${atOnce} at once`, 'settled', rounds, goal);
  }
  const findings = [...(await findingsOf(pair.product)), ...(await findingsOf(pair.bare))];
  await pair.stop();
  const kinds = await startPair(source, 'kinds', { product, bare: product });
  await writeMonthlyPlan(kinds.product.database.db);
  for (const { title, kind, deed, least } of comparedWithCard) {
    const { rounds } = await measureRounds(kinds, options.rounds, (side) => {
      const slice = { atOnce: 1, milliseconds: options.sliceMs };
      return side === kinds.product ? settleFor(side, { ...slice, kind, deed }) : settleFor(side, slice);
    });
    printComparison(`${title} beside a card's, ${source.title}`, 'settled', rounds, least, 'card');
  }
  findings.push(...(await findingsOf(kinds.product)), ...(await findingsOf(kinds.bare)));
  await kinds.stop();
  return findings;
}

const goal = 0.7;
const settledPerMsMax = 6; // more than any engine has been seen to do

/** A card's intent is written when its checkout is opened: a bill from its plan on has a second commit. */
const comparedWithCard = [
  { title: 'Settlement of a capture', kind: 'capture', deed: 'settle', least: 1 / 1.2 },
  { title: 'Settlement of a renewal', kind: 'renewal', deed: 'settle', least: 1 / 1.2 },
  { title: 'A bill from its plan to its settlement', kind: 'renewal', deed: 'bookBill', least: 0.5 },
] as const;

/** What is settled in a slice, and how. */
interface SettleSlice {
  readonly atOnce: number;
  readonly milliseconds: number;
  readonly kind?: PayableKind;
  readonly deed?: 'settle' | 'bookBill';
}

async function settleFor(side: Side, slice: SettleSlice): Promise<SettleResult> {
  const { atOnce, milliseconds, kind, deed = 'settle' } = slice;
  const intents = await writePendingIntents(side.database.db, milliseconds * settledPerMsMax, kind);
  const order: SettleOrder = { intents, atOnce, milliseconds };
  return side.process.ask<SettleResult>(deed, order);
}

const findingsOf = async ({ database }: Side): Promise<string[]> =>
  (await checkLedger(database.db.read)).map(({ rule, subject }) => `${rule}: ${subject}`);
