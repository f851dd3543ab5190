import { setTimeout as pause } from 'node:timers/promises';
import { reconcile } from '#server/payments/index.ts';
import { compareBooks, type Comparison } from './compare-books.ts';
import { type CrashRound, runCrashRound } from './crash-round.ts';
import { type CrashWorld, startCrashWorld } from './crash-world.ts';
import type { CrashEngine } from './options.ts';
import { readBothBooks } from './read-books.ts';
import { seededRandom } from './seeded-random.ts';

/** What a run on one engine came to. */
export interface CrashResult {
  readonly engine: CrashEngine;
  readonly kills: number;
  /** Payments that the provider took. */
  readonly paidCount: number;
  /** What was wrong at any time, each thing once; all empty when the money path held. */
  readonly lost: ReadonlySet<string>;
  readonly doubled: ReadonlySet<string>;
  readonly otherProblems: ReadonlySet<string>;
  readonly seconds: number;
}

/** How a run is told apart from others. */
export interface CrashRun {
  readonly engine: CrashEngine;
  readonly kills: number;
  readonly seed: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** Kills the server as often as asked, compares the books after each round, and at last when all time limits have passed. */
export async function crashEngine(run: CrashRun, print: (line: string) => void): Promise<CrashResult> {
  const startedAt = performance.now();
  const random = seededRandom(run.seed);
  const world = await startCrashWorld(run);
  const problems = collectProblems(print);
  let kills = 0;
  try {
    for (let round = 1; kills < run.kills; round += 1) {
      const roundStartedAt = performance.now();
      const name = `crash-${run.seed}-${round}`;
      const outcome = await runCrashRound(world, random, { name, killsMost: run.kills - kills });
      const comparison = compareBooks(await readBothBooks(world));
      const numbered = { engine: run.engine, first: kills + 1, total: run.kills };
      for (const line of describeRound(outcome, numbered, comparison, since(roundStartedAt))) print(line);
      problems.add({ ...comparison, different: [...comparison.different, ...outcome.complaints] });
      kills += outcome.kills.length;
    }
    const comparison = await letTimePass(world);
    problems.add(comparison);
    const { lost, doubled, otherProblems } = problems;
    return {
      engine: run.engine,
      kills,
      paidCount: comparison.paidCount,
      lost,
      doubled,
      otherProblems,
      seconds: since(startedAt),
    };
  } finally {
    await world.close();
  }
}

/** Keeps each problem once, and prints it when it is first seen. */
function collectProblems(print: (line: string) => void) {
  const found = { lost: new Set<string>(), doubled: new Set<string>(), otherProblems: new Set<string>() };
  const keep = (kind: keyof typeof found, title: string, subjects: readonly string[]): void => {
    for (const subject of subjects) {
      if (!found[kind].has(subject)) print(`  ${title}${subject}`);
      found[kind].add(subject);
    }
  };
  return {
    ...found,
    add: ({ lost, doubled, different }: Comparison): void => {
      keep('lost', 'lost: ', lost);
      keep('doubled', 'doubled: ', doubled);
      keep('otherProblems', '', different);
    },
  };
}

const since = (startedAt: number): number => (performance.now() - startedAt) / 1000;

function describeRound(
  { kills, healed }: CrashRound,
  numbered: { readonly engine: CrashEngine; readonly first: number; readonly total: number },
  comparison: Comparison,
  seconds: number,
): string[] {
  return kills.map(({ underWay, left }, index) => {
    const title = `${numbered.engine} kill ${numbered.first + index}/${numbered.total}`;
    const line = `${title} during ${underWay}; left behind: ${left}`;
    if (index < kills.length - 1) return `${line}; killed again`;
    const { paidCount, lost, doubled } = comparison;
    const books = `${paidCount} paid, ${lost.length} lost, ${doubled.length} doubled`;
    return `${line}; reconciliation healed ${healed}; ${books}; ${seconds.toFixed(1)} s`;
  });
}

const longestWaitSeconds = 5 * 24 * 3600; // bank debits answer after 4 days, and no checkout lives longer
const clockPaceMs = 2500; // both sides ask for the time every second

/** Ends what is still open by its time limit: afterwards no payment may be left that anybody waits for. */
async function letTimePass(world: CrashWorld): Promise<Comparison> {
  await world.provider.operate('clock/advance', { seconds: longestWaitSeconds });
  await pause(clockPaceMs);
  await world.provider.operate('webhooks/deliver');
  for (const scope of ['open', 'recent'] as const) await reconcile(world.deps, scope);
  const books = await readBothBooks(world);
  const open = books.intents.filter(({ status }) => status === 'pending' || status === 'processing');
  const comparison = compareBooks(books);
  return { ...comparison, different: [...comparison.different, ...open.map(({ id }) => `still open: ${id}`)] };
}
