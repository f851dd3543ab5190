import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { reconcile } from '#server/payments/index.ts';
import type { CrashWorld } from './crash-world.ts';
import { actAsDonor } from './donor.ts';
import { drawDonorPlan } from './donor-plan.ts';
import { readBothRecords } from './read-records.ts';
import type { SeededRandom } from './seeded-random.ts';
import { counted, createStepTracker, type StepTracker } from './step-tracker.ts';

export interface Kill {
  /** The steps that donors were waiting for at that moment: `2 checkouts, 1 payment`. */
  readonly inProgress: string;
  /** The differences that the kill left: `1 paid without donation, 1 session not recorded`. */
  readonly left: string;
}

export interface CrashRound {
  readonly kills: readonly Kill[];
  readonly donorProblems: readonly string[];
  /** Number of events that reconciliation added. */
  readonly healed: number;
}

const donorsMin = 4;
const donorsMax = 9;

/**
 * Runs one round: several donors donate at the same time while the server is killed once or twice. Then donors retry, the
 * provider delivers its webhooks, and reconciliation runs. The caller then compares the records.
 */
export async function runCrashRound(
  world: CrashWorld,
  random: SeededRandom,
  options: { readonly name: string; readonly killsMax: number },
): Promise<CrashRound> {
  await disturbWebhooks(world, random);
  const donorCount = random.integer(donorsMin, donorsMax);
  const plans = Array.from({ length: donorCount }, (_, index) => drawDonorPlan(random, `${options.name}-${index}`));
  const killCount = options.killsMax > 1 && random.chance(0.25) ? 2 : 1;
  const steps = random.integer(1, donorCount * 2);
  const delaysMs = [random.integer(0, 12), random.integer(0, 150)];
  const isReconciledFirst = random.chance(0.5);

  const healedBefore = await countHealed(world);
  const tracker = createStepTracker();
  const donors = Promise.all(plans.map((plan) => actAsDonor(world, tracker, plan)));
  await Promise.race([tracker.whenBegun(steps), donors]);
  const kills: Kill[] = [];
  for (const delayMs of delaysMs.slice(0, killCount)) {
    await pause(delayMs);
    kills.push(await killAndRestart(world, tracker));
  }
  const donorProblems = (await donors).flat();
  await deliverAndReconcile(world, isReconciledFirst);
  return { kills, donorProblems, healed: (await countHealed(world)) - healedBefore };
}

/** Drops and repeats webhooks, so that reconciliation has something to find. */
async function disturbWebhooks(world: CrashWorld, random: SeededRandom): Promise<void> {
  const drops = random.integer(0, 2);
  const repeats = random.integer(0, 2);
  if (drops > 0) await world.provider.operate('faults/webhook', { kind: 'drop', times: drops });
  if (repeats > 0) await world.provider.operate('faults/webhook', { kind: 'repeat', count: 3, times: repeats });
}

async function killAndRestart(world: CrashWorld, tracker: StepTracker): Promise<Kill> {
  const inProgress = tracker.describe();
  await world.kill();
  const left = await describeLeftovers(world);
  await world.restart();
  return { inProgress, left };
}

/** Describes the records that the provider has and the killed server lacks. */
async function describeLeftovers(world: CrashWorld): Promise<string> {
  const { sessions, intents } = await readBothRecords(world);
  const known = new Map(intents.map((intent) => [intent.id, intent]));
  const unsettled = sessions.filter(
    (session) => session.payment_status === 'paid' && known.get(session.metadata.intent_id)?.status !== 'settled',
  );
  const unrecorded = sessions.filter((session) => known.get(session.metadata.intent_id)?.sessionId === null);
  const parts = [
    ...(unsettled.length > 0 ? [`${unsettled.length} paid without donation`] : []),
    ...(unrecorded.length > 0 ? [`${counted(unrecorded.length, 'session')} not recorded`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'nothing';
}

/** Delivers the waiting webhooks and reconciles, in either order. */
async function deliverAndReconcile(world: CrashWorld, isReconciledFirst: boolean): Promise<void> {
  if (!isReconciledFirst) await world.provider.operate('webhooks/deliver');
  if (!(await reconcile(world.deps, 'open'))) throw new Error('the provider is unavailable');
  await world.provider.operate('webhooks/deliver');
}

const runResult = z.object({ healed: z.number() });

/** Counts the events that all reconciliation runs have added, at the server's starts and by our calls. */
async function countHealed(world: CrashWorld): Promise<number> {
  const runs = await world.deps.db.read.selectFrom('reconciliation_runs').select('result').execute();
  return runs.reduce((sum, run) => sum + runResult.parse(JSON.parse(run.result)).healed, 0);
}
