import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { controlSandbox } from '#sandbox/control-client.ts';
import { attackWithCards, type AttackResult } from '#test/support/payments/card-testing-attack.ts';
import { declinedCard } from '#test/support/payments/card-testers.ts';
import { findDiscrepancies } from '#test/support/payments/provider-records.ts';
import type { CrashWorld } from '#tools/crash/crash-world.ts';
import { runFlood, requestPage, type DrillDatabase } from './drill-world.ts';

/** The results of an attack with stolen cards, and of a donor who pays from another address during the attack. */
export interface CardTestingDrill extends AttackResult {
  readonly attackSeconds: number;
  readonly donations: number;
  readonly failedDonations: number;
  readonly slowestCheckoutMs: number;
  readonly differences: readonly string[];
}

const addresses = Array.from({ length: 10 }, (_, index) => `198.51.100.${index + 1}`);
const donorAddress = '203.0.113.9';
const cardMs = 1000; // a bank takes about this long to decline a card; our sandbox declines immediately
const donorPauseMs = 1000;

/** Ten addresses open 100 pages each and try 120 declined cards each, under the product's default limits. */
export const drillCardTesting = (database: DrillDatabase): Promise<CardTestingDrill> =>
  runFlood(database, attackWhileDonating);

async function attackWhileDonating(world: CrashWorld): Promise<CardTestingDrill> {
  const sandbox = controlSandbox(world.sandboxUrl);
  const donor = startDonor(world);
  const startedAt = performance.now();
  const attack = await attackWithCards(
    {
      openPage: (address) => openPage(world, address),
      tryCard: async (sessionId) => {
        const page = await (await sandbox.submitPayment(sessionId, { cardNumber: declinedCard })).text();
        if (page.includes('has expired')) return 'over';
        await pause(cardMs);
        return 'declined';
      },
    },
    { addresses, pagesEach: 100, cardsEach: 120 },
  );
  const attackSeconds = (performance.now() - startedAt) / 1000;
  const paid = await donor.stop();
  await sandbox.deliverWebhooks();
  const donations = await world.deps.db.read.selectFrom('donations').select('id').execute();
  return {
    ...attack,
    ...paid,
    attackSeconds,
    donations: donations.length,
    differences: await findDiscrepancies(world.deps, sandbox),
  };
}

interface DonorResult {
  readonly failedDonations: number;
  readonly slowestCheckoutMs: number;
}

/** Starts a donor who keeps donating, from an address that no attacker uses. `stop` resolves to the donor's results. */
function startDonor(world: CrashWorld): { stop(): Promise<DonorResult> } {
  const sandbox = controlSandbox(world.sandboxUrl);
  const stopping = new AbortController();
  let failedDonations = 0;
  let slowestCheckoutMs = 0;
  const donate = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      const sessionId = await openPage(world, donorAddress);
      slowestCheckoutMs = Math.max(slowestCheckoutMs, performance.now() - startedAt);
      const paid = sessionId === undefined ? undefined : await sandbox.submitPayment(sessionId);
      if (paid?.status !== 303) failedDonations += 1;
      await paid?.body?.cancel();
      await pause(donorPauseMs);
    }
  };
  const running = donate();
  return {
    stop: async () => {
      stopping.abort();
      await running;
      return { failedDonations, slowestCheckoutMs };
    },
  };
}

const urlResponse = z.object({ url: z.url() });

/** Opens a payment page. Resolves to its checkout session, or to undefined if the page was refused. */
async function openPage(world: CrashWorld, address: string): Promise<string | undefined> {
  const response = await requestPage(address, world);
  const body: unknown = await response.json();
  if (response.status === 429) return undefined;
  return new URL(urlResponse.parse(body).url).pathname.split('/').at(-1);
}
