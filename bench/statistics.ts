/** What one server did in one slice of time. */
export interface Slice {
  /** Requests answered, or transactions committed. */
  readonly done: number;
  readonly elapsedMs: number;
  /** Processor time of the server's own process, user and system. */
  readonly cpuMicros: number;
}

/** A round: the product and its bare peer, one slice each, one right after the other. */
export interface Round {
  readonly product: Slice;
  readonly bare: Slice;
}

/** What many slices of one server say together. */
export interface Summary {
  /** Median of the slices. */
  readonly perSecond: number;
  /** Median of the slices, for one request or transaction. */
  readonly cpuMicrosEach: number;
  /** Least of the slices: what is left when the machine disturbs least. */
  readonly cpuMicrosEachMin: number;
}

/** The product against its bare peer: 1 is as good as bare, 0.5 half as good. */
export interface Ratios {
  /** Median over the rounds of requests a second. */
  readonly byRate: number;
  /** Median over the rounds of processor time a request. */
  readonly byCpu: number;
  /** By the least processor time that each of them was seen to need. */
  readonly byCpuMin: number;
}

/** The middle of some numbers: of an even count, the mean of the two in the middle. Throws on an empty list. */
export function median(numbers: readonly number[]): number {
  if (numbers.length === 0) throw new RangeError('nothing has no median');
  const sorted = numbers.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return (lower + upper) / 2;
}

/** Requests or transactions a second. */
export const rateOf = ({ done, elapsedMs }: Slice): number => (done * 1000) / elapsedMs;

/** Processor time of one request or transaction, in microseconds. Throws on a slice in which nothing was done. */
export function cpuEach({ done, cpuMicros }: Slice): number {
  if (done === 0) throw new RangeError('nothing was done in this slice');
  return cpuMicros / done;
}

/** Medians over the slices of one server. */
export function summarize(slices: readonly Slice[]): Summary {
  const each = slices.map(cpuEach);
  return { perSecond: median(slices.map(rateOf)), cpuMicrosEach: median(each), cpuMicrosEachMin: Math.min(...each) };
}

/**
 * How the product stands to its peer. Ratios are taken within each round first, since its two slices met the same machine;
 * a busy second then weighs on both.
 */
export function ratiosOf(rounds: readonly Round[]): Ratios {
  const cpuMin = (pick: (round: Round) => Slice): number => Math.min(...rounds.map((round) => cpuEach(pick(round))));
  return {
    byRate: median(rounds.map(({ product, bare }) => rateOf(product) / rateOf(bare))),
    byCpu: median(rounds.map(({ product, bare }) => cpuEach(bare) / cpuEach(product))),
    byCpuMin: cpuMin(({ bare }) => bare) / cpuMin(({ product }) => product),
  };
}
