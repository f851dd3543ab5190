import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { reconcile } from '#server/payments/index.ts';
import type { CrashWorld } from './crash-world.ts';
import { actAsDonor } from './donor.ts';
import { drawDonorPlan } from './donor-plan.ts';
import { readBothBooks } from './read-books.ts';
import type { SeededRandom } from './seeded-random.ts';
import { counted, createStepBoard, type StepBoard } from './step-board.ts';

/** One death of the server. */
export interface Kill {
  /** What donors were waiting for at that moment. */
  readonly underWay: string;
  /** What its death left behind: `1 paid without donation, 1 without noted session`. */
  readonly left: string;
}

/** What a round of donors and kills came to. */
export interface CrashRound {
  readonly kills: readonly Kill[];
  readonly complaints: readonly string[];
  /** Payments that reconciliation brought to their right state. */
  readonly healed: number;
}

const donorsFewest = 4;
const donorsMost = 9;

/**
 * Some donors give at once while the server is killed, once or twice; then everything that can still arrive does: donors
 * have tried again, the provider has delivered its messages, and reconciliation has run. Afterwards the books must agree.
 */
export async function runCrashRound(
  world: CrashWorld,
  random: SeededRandom,
  options: { readonly name: string; readonly killsMost: number },
): Promise<CrashRound> {
  await disturbMessages(world, random);
  const donorCount = random.integer(donorsFewest, donorsMost);
  const plans = Array.from({ length: donorCount }, (_, index) => drawDonorPlan(random, `${options.name}-${index}`));
  const killCount = options.killsMost > 1 && random.chance(0.25) ? 2 : 1;
  const steps = random.integer(1, donorCount * 2);
  const delaysMs = [random.integer(0, 12), random.integer(0, 150)];
  const isReconciledFirst = random.chance(0.5);

  const healedBefore = await countHealed(world);
  const board = createStepBoard();
  const donors = Promise.all(plans.map((plan) => actAsDonor(world, board, plan)));
  await Promise.race([board.whenBegun(steps), donors]);
  const kills: Kill[] = [];
  for (const delayMs of delaysMs.slice(0, killCount)) {
    await pause(delayMs);
    kills.push(await killAndRestart(world, board));
  }
  const complaints = (await donors).flat();
  await settleAll(world, isReconciledFirst);
  return { kills, complaints, healed: (await countHealed(world)) - healedBefore };
}

/** Messages are lost and doubled beside the kills, so that reconciliation has something to find. */
async function disturbMessages(world: CrashWorld, random: SeededRandom): Promise<void> {
  const drops = random.integer(0, 2);
  const repeats = random.integer(0, 2);
  if (drops > 0) await world.provider.operate('faults/webhook', { kind: 'drop', times: drops });
  if (repeats > 0) await world.provider.operate('faults/webhook', { kind: 'repeat', count: 3, times: repeats });
}

async function killAndRestart(world: CrashWorld, board: StepBoard): Promise<Kill> {
  const underWay = board.describe();
  await world.kill();
  const left = await describeRemains(world);
  await world.restart();
  return { underWay, left };
}

/** What a dead server has not written down yet, though the provider has it. */
async function describeRemains(world: CrashWorld): Promise<string> {
  const { sessions, intents } = await readBothBooks(world);
  const known = new Map(intents.map((intent) => [intent.id, intent]));
  const unbooked = sessions.filter(
    (session) => session.payment_status === 'paid' && known.get(session.metadata.intent_id)?.status !== 'settled',
  );
  const unnoted = sessions.filter((session) => known.get(session.metadata.intent_id)?.sessionId === null);
  const parts = [
    ...(unbooked.length > 0 ? [`${unbooked.length} paid without donation`] : []),
    ...(unnoted.length > 0 ? [`${counted(unnoted.length, 'session')} not noted`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'nothing';
}

/** Delivers what waits and reconciles, in either order. */
async function settleAll(world: CrashWorld, isReconciledFirst: boolean): Promise<void> {
  if (!isReconciledFirst) await world.provider.operate('webhooks/deliver');
  if (!(await reconcile(world.deps, 'open'))) throw new Error('the provider could not be asked');
  await world.provider.operate('webhooks/deliver');
}

const runResult = z.object({ healed: z.number() });

/** Payments that reconciliation healed since the first day, at the server's starts and by our call. */
async function countHealed(world: CrashWorld): Promise<number> {
  const runs = await world.deps.db.read.selectFrom('reconciliation_runs').select('result').execute();
  return runs.reduce((sum, run) => sum + runResult.parse(JSON.parse(run.result)).healed, 0);
}
