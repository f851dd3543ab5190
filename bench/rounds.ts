import type { Usage } from './processes/messages.ts';
import type { StartedProcess } from './processes/started-process.ts';
import type { Pair, Side } from './pair.ts';
import type { Round, Slice } from './statistics.ts';

/** Loads one side for a slice of time. Returns how much it did and how long it took. */
export type Load = (side: Side) => Promise<{ readonly done: number; readonly elapsedMs: number }>;

/** The rounds, and the most memory that the product had at the end of a round, in bytes. */
export interface MeasuredRounds {
  readonly rounds: readonly Round[];
  readonly productRss: number;
}

/**
 * Alternates slices of the product and its baseline, swapping their order each round, so that other work on the machine affects
 * both equally. The first rounds are a warm-up and are not counted.
 */
export async function measureRounds(pair: Pair, count: number, load: Load): Promise<MeasuredRounds> {
  const rounds: Round[] = [];
  let productRss = 0;
  for (let index = -warmUpRounds; index < count; index += 1) {
    const isProductFirst = index % 2 === 0;
    const first = await measureSlice(isProductFirst ? pair.product : pair.baseline, load);
    const second = await measureSlice(isProductFirst ? pair.baseline : pair.product, load);
    const { rss } = await readUsage(pair.product.process);
    productRss = Math.max(productRss, rss);
    if (index >= 0)
      rounds.push(isProductFirst ? { product: first, baseline: second } : { product: second, baseline: first });
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
