import { checkLedger } from '#server/ledger/index.ts';
import type { DatabaseSource } from '../databases.ts';
import type { BenchOptions } from '../options.ts';
import { startPair, type Side } from '../pair.ts';
import { printComparison } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { writePendingIntents } from '../rows/pending-intents.ts';
import type { SettleOrder, SettleResult } from '../servers/settle-order.ts';

/**
 * Compares the settlement of a fresh paid event with the same statements on the bare driver. Afterwards the books of both
 * must be right, so the peer cannot win by leaving something out. Returns what is wrong with them.
 */
export async function compareSettlement(source: DatabaseSource, options: BenchOptions): Promise<string[]> {
  const pair = await startPair(source, 'settlement', {
    product: 'servers/product-settler.ts',
    bare: 'servers/bare-settler.ts',
  });
  for (const atOnce of [1, 16]) {
    const { rounds } = await measureRounds(pair, options.rounds, (side) => settleFor(side, atOnce, options.sliceMs));
    printComparison(`Settlement, ${source.title}, ${atOnce} at once`, 'settled', rounds, goal);
  }
  const findings = [...(await findingsOf(pair.product)), ...(await findingsOf(pair.bare))];
  await pair.stop();
  return findings;
}

const goal = 0.7;
const settledPerMsMax = 6; // more than any engine has been seen to do

async function settleFor(side: Side, atOnce: number, milliseconds: number): Promise<SettleResult> {
  const intents = await writePendingIntents(side.database.db, milliseconds * settledPerMsMax);
  const order: SettleOrder = { intents, atOnce, milliseconds };
  return side.process.ask<SettleResult>('settle', order);
}

const findingsOf = async ({ database }: Side): Promise<string[]> =>
  (await checkLedger(database.db.read)).map(({ rule, subject }) => `${rule}: ${subject}`);
