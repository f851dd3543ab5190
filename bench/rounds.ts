import type { Usage } from './processes/messages.ts';
import type { StartedProcess } from './processes/started-process.ts';
import type { Pair, Side } from './pair.ts';
import type { Round, Slice } from './statistics.ts';

/** Keeps one side busy for a slice: how much was done, and how long it took. */
export type Load = (side: Side) => Promise<{ readonly done: number; readonly elapsedMs: number }>;

/** What the rounds gave, and the most memory that the product was seen to hold. */
export interface Measured {
  readonly rounds: readonly Round[];
  readonly productRss: number;
}

/**
 * Lets product and peer work in turn, never both at once, and each round in the other order, so that whatever else the
 * machine does meets both. The first rounds are not counted: code and caches warm up in them.
 */
export async function measureRounds(pair: Pair, count: number, load: Load): Promise<Measured> {
  const rounds: Round[] = [];
  let productRss = 0;
  for (let index = -warmUpRounds; index < count; index += 1) {
    const isProductFirst = index % 2 === 0;
    const first = await measureSlice(isProductFirst ? pair.product : pair.bare, load);
    const second = await measureSlice(isProductFirst ? pair.bare : pair.product, load);
    const { rss } = await readUsage(pair.product.process);
    productRss = Math.max(productRss, rss);
    if (index >= 0) rounds.push(isProductFirst ? { product: first, bare: second } : { product: second, bare: first });
  }
  return { rounds, productRss };
}

const warmUpRounds = 4;

async function measureSlice(side: Side, load: Load): Promise<Slice> {
  const before = await readUsage(side.process);
  const { done, elapsedMs } = await load(side);
  const after = await readUsage(side.process);
  return { done, elapsedMs, cpuMicros: after.cpuMicros - before.cpuMicros };
}

const readUsage = (process: StartedProcess): Promise<Usage> => process.ask<Usage>('usage');
