/** The statements of a settlement on the bare driver. */
import { openBareStore } from '../bare/store.ts';
import { settlementSteps, pendingReversalStep } from '../bare/transactions.ts';
import { answerParent } from '../processes/answer-parent.ts';
import type { PendingIntent } from '../rows/pending-intents.ts';
import { settleIntents, type SettleOrder } from './settle-order.ts';

const store = openBareStore(process.env);
answerParent({ settle: (order: SettleOrder) => settleIntents(order, settle) }, () => store.close());

async function settle(intent: PendingIntent): Promise<void> {
  await store.transact(settlementSteps(intent));
  await store.run(pendingReversalStep(intent));
}
