/** A server's work in one slice of time. */
export interface Slice {
  /** Requests served, or transactions committed. */
  readonly done: number;
  readonly elapsedMs: number;
  /** CPU time of the server's process, user and system. */
  readonly cpuMicros: number;
}

/** One slice of the product and one of its baseline, one right after the other. */
export interface Round {
  readonly product: Slice;
  readonly baseline: Slice;
}

/** A summary of a server's slices. */
export interface Summary {
  /** Median. */
  readonly perSecond: number;
  /** Median, for one request or transaction. */
  readonly cpuMicrosEach: number;
  /** Minimum, from the slice that other work on the machine slowed down the least. */
  readonly cpuMicrosEachMin: number;
}

/** The product compared with its baseline: 1 is as good, 0.5 half as good. */
export interface Ratios {
  /** Median over the rounds, by requests a second. */
  readonly byRate: number;
  /** Median over the rounds, by CPU time per request. */
  readonly byCpu: number;
  /** The ratio of the two sides' minimum CPU times per request. */
  readonly byCpuMin: number;
}

/** The middle number, or the mean of the two middle ones. Throws RangeError for an empty list. */
export function median(numbers: readonly number[]): number {
  if (numbers.length === 0) throw new RangeError('an empty list has no median');
  const sorted = numbers.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return (lower + upper) / 2;
}

/** The smallest number that at least `percent` % of the numbers do not exceed. Throws RangeError for an empty list. */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  const found = sorted[Math.ceil((sorted.length * percent) / 100) - 1];
  if (found === undefined) throw new RangeError('an empty list has no percentile');
  return found;
}

/** The growth from one value to the next, by least squares; 0 for fewer than two values. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0);
  const shared = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  return spread === 0 ? 0 : shared / spread;
}

/** Requests or transactions a second. */
export const rateOf = ({ done, elapsedMs }: Slice): number => (done * 1000) / elapsedMs;

/** Microseconds of CPU time per request or transaction. Throws RangeError for an empty slice. */
export function cpuEach({ done, cpuMicros }: Slice): number {
  if (done === 0) throw new RangeError('nothing was done in this slice');
  return cpuMicros / done;
}

export function summarize(slices: readonly Slice[]): Summary {
  const each = slices.map(cpuEach);
  return { perSecond: median(slices.map(rateOf)), cpuMicrosEach: median(each), cpuMicrosEachMin: Math.min(...each) };
}

/**
 * Compares the product with its baseline. Ratios are taken within each round, because its two slices ran under the same
 * conditions.
 */
export function ratiosOf(rounds: readonly Round[]): Ratios {
  const cpuMin = (pick: (round: Round) => Slice): number => Math.min(...rounds.map((round) => cpuEach(pick(round))));
  return {
    byRate: median(rounds.map(({ product, baseline }) => rateOf(product) / rateOf(baseline))),
    byCpu: median(rounds.map(({ product, baseline }) => cpuEach(baseline) / cpuEach(product))),
    byCpuMin: cpuMin(({ baseline }) => baseline) / cpuMin(({ product }) => product),
  };
}
