import { expect } from 'vitest';
import fc from 'fast-check';
import { reconcile } from '#server/payments/reconcile/reconcile.ts';
import { makeRefund, moveMoney, openDispute, reportDispute, reportRefund } from './payment-changes.ts';
import { netMinor, type DisputeStage, type ModeledDispute, type ModeledPayment } from './payment.ts';
import type { ReversalWorld } from './world.ts';

/** One payment, and the indexes of its messages that have arrived. */
export interface Scenario {
  readonly world: ReversalWorld;
  readonly payment: ModeledPayment;
  readonly arrived: Set<number>;
}

/** How many random scenarios each test runs; `REVERSAL_RUNS=500` in the environment runs more. */
export const scenarioCount = Number(process.env['REVERSAL_RUNS'] ?? 10);

export type Command = fc.AsyncCommand<Scenario, Scenario>;

/** Creates a command that can always run; `run` does nothing if the command does not apply. The ledger is then checked. */
const command = (label: string, run: (scenario: Scenario) => Promise<void> | void): Command => ({
  check: () => true,
  run: async (_model, scenario) => {
    await run(scenario);
    await scenario.world.readBooks(scenario.payment);
  },
  toString: () => label,
});

const pick = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length];

const minorOf = ({ intent }: ModeledPayment, percent: number): number =>
  Math.max(1, Math.floor((intent.charge_total_minor * percent) / 100));

const anyIndex = fc.nat({ max: 40 });
const percent = fc.integer({ min: 1, max: 130 });

const refund = fc
  .integer({ min: 1, max: 100 })
  .map((drawn) => command(`refund ${drawn} %`, ({ payment }) => makeRefund(payment, minorOf(payment, drawn))));

const failRefund = anyIndex.map((number) =>
  command(`refund ${number} fails`, ({ payment }) => {
    const failed = pick(payment.refunds, number);
    if (!failed || failed.hasFailed) return;
    failed.hasFailed = true;
    reportRefund(payment, failed);
  }),
);

const disputeFields = fc.record({
  kind: fc.constantFrom('inquiry' as const, 'dispute' as const, 'prevented' as const),
  disputed: percent,
  withdrawn: percent,
  isListedLate: fc.boolean(),
  lists: fc.constantFrom('everything' as const, 'returns' as const, 'nothing' as const),
});

const newDispute = disputeFields.map(({ kind, disputed, withdrawn, isListedLate, lists: drawn }) =>
  command(
    `${kind}, ${disputed} %, takes ${withdrawn} %, lists ${drawn}${isListedLate ? ' late' : ''}`,
    ({ payment }) => {
      const lists = payment.provider === 'paypal' ? drawn : 'everything';
      const disputedMinor = minorOf(payment, disputed);
      const takenMinor = lists === 'everything' ? minorOf(payment, withdrawn) : disputedMinor;
      const withdrawnMinor = kind === 'inquiry' ? 0 : takenMinor;
      openDispute(payment, { disputedMinor, withdrawnMinor, lists, isListedLate, isPrevented: kind === 'prevented' });
    },
  ),
);

const isOver = ({ stage }: ModeledDispute): boolean => stage === 'inquiry_closed' || stage === 'prevented';

/** Money leaves because an inquiry becomes a dispute, or because a decided dispute is appealed. */
const withdraw = fc.tuple(anyIndex, fc.boolean()).map(([number, isLate]) =>
  command(`withdrawal from dispute ${number}${isLate ? ', listed late' : ''}`, (scenario) => {
    const dispute = pick(scenario.payment.disputes, number);
    if (!dispute || isOver(dispute) || netMinor(dispute) > 0) return;
    if (dispute.lists === 'nothing' && dispute.movedMinor.length > 0) return;
    dispute.stage = 'open';
    moveMoney(scenario.payment, dispute, -dispute.amountMinor, isLate);
    reportDispute(scenario.payment, dispute);
  }),
);

const reinstate = fc.tuple(anyIndex, fc.integer({ min: 1, max: 100 }), fc.boolean()).map(([number, drawn, isLate]) =>
  command(`${drawn} % of dispute ${number} comes back${isLate ? ', listed late' : ''}`, (scenario) => {
    const dispute = pick(scenario.payment.disputes, number);
    if (!dispute || isOver(dispute) || dispute.lists === 'nothing') return;
    const backMinor = Math.min(netMinor(dispute), minorOf(scenario.payment, drawn));
    if (backMinor <= 0) return;
    moveMoney(scenario.payment, dispute, backMinor, isLate);
    reportDispute(scenario.payment, dispute);
  }),
);

const close = fc
  .tuple(anyIndex, fc.constantFrom<DisputeStage>('under_review', 'won', 'lost'), fc.boolean(), percent)
  .map(([number, stage, isLate, drawn]) =>
    command(`dispute ${number} is ${stage}, ${drawn} %${isLate ? ', listed late' : ''}`, (scenario) => {
      const dispute = pick(scenario.payment.disputes, number);
      if (!dispute || isOver(dispute)) return;
      if (dispute.stage === 'inquiry') dispute.stage = 'inquiry_closed';
      else {
        if (stage === 'won' && netMinor(dispute) > 0) moveMoney(scenario.payment, dispute, netMinor(dispute), isLate);
        if (stage === 'lost' && netMinor(dispute) <= 0) return;
        if (stage === 'lost' && dispute.lists === 'nothing' && dispute.stage !== 'lost')
          returnPart(scenario.payment, dispute, minorOf(scenario.payment, drawn));
        if (stage === 'under_review' && (dispute.stage === 'won' || isPartLost(dispute))) return;
        dispute.stage = stage;
      }
      reportDispute(scenario.payment, dispute);
    }),
  );

/** Returns true if part of a lost dispute came back. A provider that lists no movements reports this only with the decision. */
const isPartLost = ({ stage, lists, movedMinor }: ModeledDispute): boolean =>
  stage === 'lost' && lists === 'nothing' && movedMinor.length > 1;

/** Returns part of the money, as a decision that lists no movements can. */
function returnPart(payment: ModeledPayment, dispute: ModeledDispute, minor: number): void {
  if (minor < netMinor(dispute)) moveMoney(payment, dispute, minor);
}

const listAll = command('the provider lists every movement', (scenario) => {
  for (const dispute of scenario.payment.disputes) {
    if (dispute.listedCount === dispute.movedMinor.length) continue;
    dispute.listedCount = dispute.movedMinor.length;
    reportDispute(scenario.payment, dispute);
  }
});

async function arrive(scenario: Scenario, index: number, times = 1): Promise<void> {
  const message = scenario.payment.messages[index];
  if (!message) return;
  const responses = await Promise.all(
    Array.from({ length: times }, () => scenario.world.deliver(scenario.payment, message)),
  );
  expect(responses).toEqual(responses.map(() => 200));
  scenario.arrived.add(index);
}

const missing = ({ payment, arrived }: Scenario): number[] =>
  [...payment.messages.keys()].filter((index) => !arrived.has(index));

const arrival = fc.tuple(anyIndex, fc.integer({ min: 1, max: 3 })).map(([number, times]) =>
  command(`missing message ${number} arrives ${times} times`, async (scenario) => {
    await arrive(scenario, pick(missing(scenario), number) ?? -1, times);
  }),
);

const repetition = anyIndex.map((number) =>
  command(`message ${number} arrives, perhaps again`, async (scenario) => {
    await arrive(scenario, number % scenario.payment.messages.length);
  }),
);

const arrivalOfAll = command('all missing messages arrive at once', async (scenario) => {
  await Promise.all(missing(scenario).map((index) => arrive(scenario, index)));
});

/** A dispute changes while the product asks about it, so an older response arrives with or after a newer one. */
const race = fc
  .tuple(anyIndex, percent, fc.constantFrom('at once', 'newer first', 'later'))
  .map(([number, drawn, order]) =>
    command(`dispute ${number} returns ${drawn} % while the product asks about it: ${order}`, async (scenario) => {
      const { payment, world } = scenario;
      const dispute = pick(payment.disputes, number);
      if (!dispute || isOver(dispute) || dispute.lists === 'nothing' || netMinor(dispute) <= 0) return;
      const older = world.providers.responseOf(payment, dispute);
      moveMoney(payment, dispute, Math.min(netMinor(dispute), minorOf(payment, drawn)));
      reportDispute(payment, dispute);
      const newer = world.providers.responseOf(payment, dispute);
      world.providers.nextResponses.push(...(order === 'at once' ? [older, newer] : [newer, older]));
      await arrive(scenario, payment.messages.length - 1, order === 'later' ? 1 : 2);
      if (order === 'later') {
        reportDispute(payment, dispute);
        await arrive(scenario, payment.messages.length - 1);
      }
      world.providers.nextResponses.length = 0;
    }),
  );

const reconciliation = fc.constantFrom('open' as const, 'recent' as const).map((scope) =>
  command(`reconcile ${scope}`, async ({ world }) => {
    expect(await reconcile(world.app.deps, scope)).toBeDefined();
  }),
);

/** The server stops after it has committed some of its transactions. */
const crash = fc.tuple(anyIndex, fc.nat({ max: 2 })).map(([number, committed]) =>
  command(`the server stops after ${committed} transactions of message ${number}`, async (scenario) => {
    const { write } = scenario.world.app.deps.db;
    const open = write.transaction.bind(write);
    let left = committed;
    write.transaction = () => {
      left -= 1;
      if (left < 0) throw new Error('the server stopped');
      return open();
    };
    const index = pick(missing(scenario), number) ?? 0;
    const status = await scenario.world.deliver(scenario.payment, scenario.payment.messages[index] ?? {});
    write.transaction = open;
    if (status === 200) scenario.arrived.add(index);
  }),
);

export const reversalCommands = [
  refund,
  failRefund,
  newDispute,
  newDispute,
  withdraw,
  reinstate,
  close,
  close,
  fc.constant(listAll),
  arrival,
  arrival,
  repetition,
  fc.constant(arrivalOfAll),
  race,
  reconciliation,
  crash,
];

/** Delivers every missing message, or only the first one if messages are lost. Reconciliation finds the others. */
export async function finish(scenario: Scenario, areMessagesLost: boolean): Promise<void> {
  await listAll.run(scenario, scenario);
  if (!scenario.arrived.has(0)) await arrive(scenario, 0);
  if (!areMessagesLost) for (const index of missing(scenario)) await arrive(scenario, index);
  for (let run = 0; run < 2; run += 1) expect(await reconcile(scenario.world.app.deps, 'recent')).toBeDefined();
}
