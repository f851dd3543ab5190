/** The settlement's statements on the bare driver. */
import { openBareStore } from '../bare/open-bare-store.ts';
import { settlementSteps, unbookedStep } from '../bare/transactions.ts';
import { answerParent } from '../processes/answer-parent.ts';
import type { PendingIntent } from '../rows/pending-intents.ts';
import { carryOut, type SettleOrder } from './settle-order.ts';

const store = openBareStore(process.env);
answerParent({ settle: (order: SettleOrder) => carryOut(order, settle) }, () => store.close());

async function settle(intent: PendingIntent): Promise<void> {
  await store.transact(settlementSteps(intent));
  await store.run(unbookedStep(intent));
}
