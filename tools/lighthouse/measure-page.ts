import lighthouse, { type Result } from 'lighthouse';

/** Medians over several runs on one page; scores from 0 to 100. */
export interface Measurement {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly blockedMs: number;
  readonly layoutShift: number;
  /** Lighthouse's benchmark of this machine; below 1800 the machine was too busy for reliable times. */
  readonly machine: number;
  /** Names of the audits that failed in the last run. */
  readonly failed: readonly string[];
}

/** Measures a page on a simulated mid-range phone with a slow network. */
export async function measurePage(url: string, browserPort: number, runs: number): Promise<Measurement> {
  const results: Result[] = [];
  while (results.length < runs) {
    const run = await lighthouse(url, { port: browserPort, output: 'json', logLevel: 'error' });
    if (run) results.push(run.lhr);
  }
  const medianOf = (read: (result: Result) => number): number => median(results.map(read));
  const score = (category: string): number =>
    medianOf(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
  const audit = (name: string): number => medianOf(({ audits }) => audits[name]?.numericValue ?? Number.NaN);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    firstPaintMs: audit('first-contentful-paint'),
    largestPaintMs: audit('largest-contentful-paint'),
    blockedMs: audit('total-blocking-time'),
    layoutShift: audit('cumulative-layout-shift'),
    machine: medianOf(({ environment }) => environment.benchmarkIndex),
    failed: failedAudits(results.at(-1)),
  };
}

function failedAudits(result: Result | undefined): readonly string[] {
  const audits = ['accessibility', 'best-practices', 'seo'].flatMap(
    (name) => result?.categories[name]?.auditRefs ?? [],
  );
  return audits.filter(({ id, weight }) => weight > 0 && (result?.audits[id]?.score ?? 1) < 1).map(({ id }) => id);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
