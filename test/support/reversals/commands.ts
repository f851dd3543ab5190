import { expect } from 'vitest';
import fc from 'fast-check';
import { reconcile } from '#server/payments/reconcile/reconcile.ts';
import { makeRefund, moveMoney, openDispute, reportDispute, reportRefund } from './happenings.ts';
import { netMinor, type DisputeStage, type ModeledDispute, type ModeledPayment } from './payment.ts';
import type { ReversalWorld } from './world.ts';

/** One payment in the world, and which of its messages have arrived. */
export interface Story {
  readonly world: ReversalWorld;
  readonly payment: ModeledPayment;
  readonly arrived: Set<number>;
}

/** How many stories each test tells; `REVERSAL_RUNS=500` in the environment tells more. */
export const storyCount = Number(process.env['REVERSAL_RUNS'] ?? 10);

export type Command = fc.AsyncCommand<Story, Story>;

/** A command that may always run; `run` does nothing when it makes no sense now. */
const command = (label: string, run: (story: Story) => Promise<void> | void): Command => ({
  check: () => true,
  run: async (_model, story) => {
    await run(story);
    await story.world.readBooks(story.payment);
  },
  toString: () => label,
});

const pick = <Item>(items: readonly Item[], place: number): Item | undefined => items[place % items.length];

const minorOf = ({ intent }: ModeledPayment, percent: number): number =>
  Math.max(1, Math.floor((intent.charge_total_minor * percent) / 100));

const place = fc.nat({ max: 40 });
const percent = fc.integer({ min: 1, max: 130 });

const refund = fc
  .integer({ min: 1, max: 100 })
  .map((drawn) => command(`refund ${drawn} %`, ({ payment }) => makeRefund(payment, minorOf(payment, drawn))));

const failRefund = place.map((which) =>
  command(`refund ${which} fails`, ({ payment }) => {
    const failed = pick(payment.refunds, which);
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

/** An inquiry becomes a dispute; a decided dispute is appealed, and the money leaves again. */
const withdraw = fc.tuple(place, fc.boolean()).map(([which, isLate]) =>
  command(`withdrawal from dispute ${which}${isLate ? ', listed late' : ''}`, (story) => {
    const dispute = pick(story.payment.disputes, which);
    if (!dispute || isOver(dispute) || netMinor(dispute) > 0) return;
    if (dispute.lists === 'nothing' && dispute.movedMinor.length > 0) return;
    dispute.stage = 'open';
    moveMoney(story.payment, dispute, -dispute.amountMinor, isLate);
    reportDispute(story.payment, dispute);
  }),
);

const reinstate = fc.tuple(place, fc.integer({ min: 1, max: 100 }), fc.boolean()).map(([which, drawn, isLate]) =>
  command(`${drawn} % of dispute ${which} comes back${isLate ? ', listed late' : ''}`, (story) => {
    const dispute = pick(story.payment.disputes, which);
    if (!dispute || isOver(dispute) || dispute.lists === 'nothing') return;
    const backMinor = Math.min(netMinor(dispute), minorOf(story.payment, drawn));
    if (backMinor <= 0) return;
    moveMoney(story.payment, dispute, backMinor, isLate);
    reportDispute(story.payment, dispute);
  }),
);

const close = fc
  .tuple(place, fc.constantFrom<DisputeStage>('under_review', 'won', 'lost'), fc.boolean(), percent)
  .map(([which, stage, isLate, drawn]) =>
    command(`dispute ${which} is ${stage}, ${drawn} %${isLate ? ', listed late' : ''}`, (story) => {
      const dispute = pick(story.payment.disputes, which);
      if (!dispute || isOver(dispute)) return;
      if (dispute.stage === 'inquiry') dispute.stage = 'inquiry_closed';
      else {
        if (stage === 'won' && netMinor(dispute) > 0) moveMoney(story.payment, dispute, netMinor(dispute), isLate);
        if (stage === 'lost' && netMinor(dispute) <= 0) return;
        if (stage === 'lost' && dispute.lists === 'nothing' && dispute.stage !== 'lost')
          returnPart(story.payment, dispute, minorOf(story.payment, drawn));
        if (stage === 'under_review' && (dispute.stage === 'won' || isPartLost(dispute))) return;
        dispute.stage = stage;
      }
      reportDispute(story.payment, dispute);
    }),
  );

/** Only a decision says what a dispute returned. While an appeal is under review, the provider would not say it. */
const isPartLost = ({ stage, lists, movedMinor }: ModeledDispute): boolean =>
  stage === 'lost' && lists === 'nothing' && movedMinor.length > 1;

/** Some of the money comes back, according to a decision that lists no movements. */
function returnPart(payment: ModeledPayment, dispute: ModeledDispute, minor: number): void {
  if (minor < netMinor(dispute)) moveMoney(payment, dispute, minor);
}

const listAll = command('the provider lists every movement', (story) => {
  for (const dispute of story.payment.disputes) {
    if (dispute.listedCount === dispute.movedMinor.length) continue;
    dispute.listedCount = dispute.movedMinor.length;
    reportDispute(story.payment, dispute);
  }
});

async function arrive(story: Story, index: number, times = 1): Promise<void> {
  const message = story.payment.messages[index];
  if (!message) return;
  const answers = await Promise.all(Array.from({ length: times }, () => story.world.deliver(story.payment, message)));
  expect(answers).toEqual(answers.map(() => 200));
  story.arrived.add(index);
}

const missing = ({ payment, arrived }: Story): number[] =>
  [...payment.messages.keys()].filter((index) => !arrived.has(index));

const arrival = fc.tuple(place, fc.integer({ min: 1, max: 3 })).map(([which, times]) =>
  command(`missing message ${which} arrives ${times} times`, async (story) => {
    await arrive(story, pick(missing(story), which) ?? -1, times);
  }),
);

const repetition = place.map((which) =>
  command(`message ${which} arrives, perhaps again`, async (story) => {
    await arrive(story, which % story.payment.messages.length);
  }),
);

const everything = command('all missing messages arrive at once', async (story) => {
  await Promise.all(missing(story).map((index) => arrive(story, index)));
});

/** A dispute changes while the product asks about it: an answer from before is applied together with, or after, a newer one. */
const race = fc.tuple(place, percent, fc.constantFrom('at once', 'newer first', 'later')).map(([which, drawn, order]) =>
  command(`dispute ${which} returns ${drawn} % while the product asks about it: ${order}`, async (story) => {
    const { payment, world } = story;
    const dispute = pick(payment.disputes, which);
    if (!dispute || isOver(dispute) || dispute.lists === 'nothing' || netMinor(dispute) <= 0) return;
    const older = world.providers.answerOf(payment, dispute);
    moveMoney(payment, dispute, Math.min(netMinor(dispute), minorOf(payment, drawn)));
    reportDispute(payment, dispute);
    const newer = world.providers.answerOf(payment, dispute);
    world.providers.nextAnswers.push(...(order === 'at once' ? [older, newer] : [newer, older]));
    await arrive(story, payment.messages.length - 1, order === 'later' ? 1 : 2);
    if (order === 'later') {
      reportDispute(payment, dispute);
      await arrive(story, payment.messages.length - 1);
    }
    world.providers.nextAnswers.length = 0;
  }),
);

const reconciliation = fc.constantFrom('open' as const, 'recent' as const).map((scope) =>
  command(`reconcile ${scope}`, async ({ world }) => {
    expect(await reconcile(world.app.deps, scope)).toBeDefined();
  }),
);

/** The server stops after some of its transactions were committed. */
const crash = fc.tuple(place, fc.nat({ max: 2 })).map(([which, committed]) =>
  command(`the server stops after ${committed} transactions of message ${which}`, async (story) => {
    const { write } = story.world.app.deps.db;
    const open = write.transaction.bind(write);
    let left = committed;
    write.transaction = () => {
      left -= 1;
      if (left < 0) throw new Error('the server stopped');
      return open();
    };
    const index = pick(missing(story), which) ?? 0;
    const status = await story.world.deliver(story.payment, story.payment.messages[index] ?? {});
    write.transaction = open;
    if (status === 200) story.arrived.add(index);
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
  fc.constant(everything),
  race,
  reconciliation,
  crash,
];

/** Everything that is missing arrives or is found by reconciliation. */
export async function finish(story: Story, areMessagesLost: boolean): Promise<void> {
  await listAll.run(story, story);
  if (!story.arrived.has(0)) await arrive(story, 0);
  if (!areMessagesLost) for (const index of missing(story)) await arrive(story, index);
  for (let run = 0; run < 2; run += 1) expect(await reconcile(story.world.app.deps, 'recent')).toBeDefined();
}
