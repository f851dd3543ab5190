/** Calls the product's single entry points for payments and invoices directly. */
import { money } from '#domain/money/money.ts';
import { applyPaymentEvent, bookInvoice } from '#server/payments/index.ts';
import { answerParent } from '../processes/answer-parent.ts';
import type { PendingIntent } from '../rows/pending-intents.ts';
import { benchPlan } from '../rows/monthly-plan.ts';
import { productionDeps } from './production.ts';
import { settleIntents, type SettleCommand } from './settle-command.ts';

const deps = productionDeps(process.env);
answerParent(
  {
    settle: (command: SettleCommand) => settleIntents(command, settle),
    settleInvoice: (command: SettleCommand) => settleIntents(command, settleInvoice),
  },
  () => deps.db.close(),
);

async function settle(intent: PendingIntent): Promise<void> {
  const applied = await applyPaymentEvent(deps, {
    provider: intent.provider,
    eventId: `evt_${intent.id}`,
    occurredAt: new Date(),
    isLive: false,
    account: undefined,
    paymentId: intent.paymentId,
    sessionId: intent.sessionId,
    intentId: intent.id,
    fact: { kind: 'settled', collected: money(intent.chargeTotalMinor, 'CAD') },
  });
  if (applied.code !== 'settled') throw new Error(`${intent.id} was ${applied.code}`);
}

/** Settles a renewal, starting from its invoice: finds its plan and terms, writes its intent, and settles it. */
async function settleInvoice(intent: PendingIntent): Promise<void> {
  const { code } = await bookInvoice(deps, {
    invoiceId: `in_${intent.id}`,
    subscriptionId: benchPlan.subscriptionId,
    planId: benchPlan.id,
    isLive: false,
    reason: 'renewal',
    status: 'paid',
    createdAt: new Date(),
    collected: money(intent.chargeTotalMinor, 'CAD'),
    paidAt: new Date(),
    paymentId: intent.paymentId,
    charityId: undefined,
    attemptCount: 1,
    nextAttemptAt: undefined,
    payUrl: undefined,
  });
  if (code !== 'booked') throw new Error(`the invoice of ${intent.id} was ${code}`);
}
