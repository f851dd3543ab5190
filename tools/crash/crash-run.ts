import { setTimeout as pause } from 'node:timers/promises';
import { reconcile } from '#server/payments/index.ts';
import { compareRecords, type Comparison } from './compare-records.ts';
import { type CrashRound, runCrashRound } from './crash-round.ts';
import { type CrashWorld, startCrashWorld } from './crash-world.ts';
import type { CrashEngine } from './options.ts';
import { readBothRecords } from './read-records.ts';
import { seededRandom } from './seeded-random.ts';

/** The result of a run on one engine. */
export interface CrashResult {
  readonly engine: CrashEngine;
  readonly kills: number;
  /** Number of payments that the provider collected. */
  readonly paidCount: number;
  /** All problems that occurred at any time, each once; these sets are empty if the run passed. */
  readonly lost: ReadonlySet<string>;
  readonly doubled: ReadonlySet<string>;
  readonly otherProblems: ReadonlySet<string>;
  readonly seconds: number;
}

export interface CrashRun {
  readonly engine: CrashEngine;
  readonly kills: number;
  readonly seed: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** Kills the server `kills` times and compares the records after each round, and again after all time limits have passed. */
export async function runCrashTest(run: CrashRun, print: (line: string) => void): Promise<CrashResult> {
  const startedAt = performance.now();
  const random = seededRandom(run.seed);
  const world = await startCrashWorld(run);
  const problems = collectProblems(print);
  let kills = 0;
  try {
    for (let round = 1; kills < run.kills; round += 1) {
      const roundStartedAt = performance.now();
      const name = `crash-${run.seed}-${round}`;
      const outcome = await runCrashRound(world, random, { name, killsMax: run.kills - kills });
      const comparison = compareRecords(await readBothRecords(world));
      const numbers = { engine: run.engine, first: kills + 1, total: run.kills };
      for (const line of describeRound(outcome, numbers, comparison, secondsSince(roundStartedAt))) print(line);
      problems.add({ ...comparison, different: [...comparison.different, ...outcome.donorProblems] });
      kills += outcome.kills.length;
    }
    const comparison = await expireOpenPayments(world);
    problems.add(comparison);
    const { lost, doubled, otherProblems } = problems;
    return {
      engine: run.engine,
      kills,
      paidCount: comparison.paidCount,
      lost,
      doubled,
      otherProblems,
      seconds: secondsSince(startedAt),
    };
  } finally {
    await world.close();
  }
}

/** Collects each problem once, and prints it when it first occurs. */
function collectProblems(print: (line: string) => void) {
  const found = { lost: new Set<string>(), doubled: new Set<string>(), otherProblems: new Set<string>() };
  const collect = (kind: keyof typeof found, title: string, subjects: readonly string[]): void => {
    for (const subject of subjects) {
      if (!found[kind].has(subject)) print(`  ${title}${subject}`);
      found[kind].add(subject);
    }
  };
  return {
    ...found,
    add: ({ lost, doubled, different }: Comparison): void => {
      collect('lost', 'lost: ', lost);
      collect('doubled', 'doubled: ', doubled);
      collect('otherProblems', '', different);
    },
  };
}

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000;

function describeRound(
  { kills, healed }: CrashRound,
  numbers: { readonly engine: CrashEngine; readonly first: number; readonly total: number },
  comparison: Comparison,
  seconds: number,
): string[] {
  return kills.map(({ inProgress, left }, index) => {
    const title = `${numbers.engine} kill ${numbers.first + index}/${numbers.total}`;
    const line = `${title} during ${inProgress}; left behind: ${left}`;
    if (index < kills.length - 1) return `${line}; killed again`;
    const { paidCount, lost, doubled } = comparison;
    const payments = `${paidCount} paid, ${lost.length} lost, ${doubled.length} doubled`;
    return `${line}; reconciliation added ${healed}; ${payments}; ${seconds.toFixed(1)} s`;
  });
}

const longestWaitSeconds = 5 * 24 * 3600; // bank debits settle after 4 days, and every checkout expires sooner
const clockSyncMs = 2500; // both sides fetch the time every second

/** Advances the clock past every time limit and compares the records. No payment may still be open. */
async function expireOpenPayments(world: CrashWorld): Promise<Comparison> {
  await world.provider.operate('clock/advance', { seconds: longestWaitSeconds });
  await pause(clockSyncMs);
  await world.provider.operate('webhooks/deliver');
  for (const scope of ['open', 'recent'] as const) await reconcile(world.deps, scope);
  const records = await readBothRecords(world);
  const open = records.intents.filter(({ status }) => status === 'pending' || status === 'processing');
  const comparison = compareRecords(records);
  return { ...comparison, different: [...comparison.different, ...open.map(({ id }) => `still open: ${id}`)] };
}
