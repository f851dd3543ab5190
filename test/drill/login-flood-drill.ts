import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { controlSandbox } from '#sandbox/control-client.ts';
import { findDiscrepancies } from '#test/support/payments/provider-records.ts';
import type { CrashWorld } from '#tools/crash/crash-world.ts';
import { createDrillDonors, drillPassword } from './drill-donors.ts';
import { runFlood, postFrom, requestPage, type DrillDatabase } from './drill-world.ts';
import { floodResult, type FloodResult } from './login-flood.ts';

/** How a flood of logins affected a donor at another address, and how the product responded to the flood. */
export interface LoginFloodDrill extends FloodResult {
  readonly floodSeconds: number;
  readonly quiet: DonorTimes;
  readonly flooded: DonorTimes;
  /** The donor's calls that were refused. */
  readonly failures: readonly string[];
  readonly differences: readonly string[];
}

/** The slowest call of each kind, in milliseconds, over a number of rounds. */
export interface DonorTimes {
  readonly rounds: number;
  readonly loginMs: number;
  readonly checkoutMs: number;
  /** The time from the payment until the product shows the receipt. */
  readonly settlementMs: number;
}

const quietRounds = 10;
const visitPauseMs = 500;
const donorAddress = '203.0.113.9';

/** Floods the product three times, with 500 logins from each of three new addresses, while a donor at another address donates. */
export const drillLoginFlood = (database: DrillDatabase): Promise<LoginFloodDrill> =>
  runFlood(database, floodDuringVisits);

async function floodDuringVisits(world: CrashWorld): Promise<LoginFloodDrill> {
  const failures: string[] = [];
  await createDrillDonors(world).register('donor');
  await visitRepeatedly(world, failures, () => false, 2); // warms up the server, whose first calls are slow
  const quiet = await visitRepeatedly(world, failures, () => false, quietRounds);
  const startedAt = performance.now();
  let isFlooding = true;
  const flood = floodLogins(world).finally(() => (isFlooding = false));
  const [flooded, result] = await Promise.all([visitRepeatedly(world, failures, () => isFlooding, 1), flood]);
  const floodSeconds = (performance.now() - startedAt) / 1000;
  const sandbox = controlSandbox(world.sandboxUrl);
  await sandbox.deliverWebhooks();
  const differences = await findDiscrepancies(world.deps, sandbox);
  return { ...result, floodSeconds, quiet, flooded, failures, differences };
}

/** Runs the flood in its thread. Resolves when every login has received a response. */
async function floodLogins({ serverUrl, origin }: CrashWorld): Promise<FloodResult> {
  const thread = new Worker(new URL('./login-flood.ts', import.meta.url), { workerData: { serverUrl, origin } });
  const [result]: unknown[] = await once(thread, 'message');
  return floodResult.parse(result);
}

/** Signs in, checks out and pays: at least `roundsMin` times, and then for as long as `shouldContinue` returns true. */
async function visitRepeatedly(
  world: CrashWorld,
  failures: string[],
  shouldContinue: () => boolean,
  roundsMin: number,
): Promise<DonorTimes> {
  let slowest: DonorTimes = { rounds: 0, loginMs: 0, checkoutMs: 0, settlementMs: 0 };
  while (slowest.rounds < roundsMin || shouldContinue()) {
    const visit = await visitOnce(world, failures);
    await pause(visitPauseMs);
    slowest = {
      rounds: slowest.rounds + 1,
      loginMs: Math.max(slowest.loginMs, visit.loginMs),
      checkoutMs: Math.max(slowest.checkoutMs, visit.checkoutMs),
      settlementMs: Math.max(slowest.settlementMs, visit.settlementMs),
    };
  }
  return slowest;
}

async function visitOnce(world: CrashWorld, failures: string[]): Promise<Omit<DonorTimes, 'rounds'>> {
  const login = await timed(() =>
    postFrom(donorAddress, world, '/api/login', { username: 'donor', password: drillPassword }),
  );
  await login.result.body?.cancel();
  if (!login.result.ok) failures.push(`login ${login.result.status}`);
  const checkout = await timed(() => requestPage(donorAddress, world));
  if (!checkout.result.ok) {
    failures.push(`checkout ${checkout.result.status}`);
    await checkout.result.body?.cancel();
    return { loginMs: login.ms, checkoutMs: checkout.ms, settlementMs: 0 };
  }
  const { url } = urlResponse.parse(await checkout.result.json());
  const settlement = await timed(() => pay(world, url));
  return { loginMs: login.ms, checkoutMs: checkout.ms, settlementMs: settlement.ms };
}

const urlResponse = z.object({ url: z.url() });

/** Pays on the hosted page, and waits for the receipt, which is available after the provider's webhook. */
async function pay(world: CrashWorld, page: string): Promise<void> {
  const sessionId = new URL(page).pathname.split('/').at(-1) ?? '';
  const paid = await controlSandbox(world.sandboxUrl).submitPayment(sessionId);
  await paid.body?.cancel();
  const donationId = new URL(paid.headers.get('location') ?? '').searchParams.get('transaction_id');
  for (;;) {
    const receipt = await fetch(`${world.serverUrl}/api/donations/${donationId}/receipt`);
    await receipt.body?.cancel();
    if (receipt.ok) return;
    await pause(receiptPauseMs);
  }
}

const receiptPauseMs = 20;

async function timed<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly ms: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedAt };
}
