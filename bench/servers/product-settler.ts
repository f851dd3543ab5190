/** The product's one door for money, asked directly. */
import { money } from '#domain/money/money.ts';
import { applyPaymentEvent } from '#server/payments/index.ts';
import { answerParent } from '../processes/answer-parent.ts';
import type { PendingIntent } from '../rows/pending-intents.ts';
import { productionDeps } from './production.ts';
import { carryOut, type SettleOrder } from './settle-order.ts';

const deps = productionDeps(process.env);
answerParent({ settle: (order: SettleOrder) => carryOut(order, settle) }, () => deps.db.close());

async function settle(intent: PendingIntent): Promise<void> {
  const applied = await applyPaymentEvent(deps, {
    provider: 'stripe',
    eventId: `evt_${intent.id}`,
    occurredAt: new Date(),
    isLive: false,
    account: undefined,
    paymentId: undefined,
    sessionId: intent.sessionId,
    intentId: intent.id,
    fact: { kind: 'settled', collected: money(intent.chargeTotalMinor, 'CAD') },
  });
  if (applied.code !== 'settled') throw new Error(`${intent.id} was ${applied.code}`);
}
