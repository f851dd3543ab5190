/** Settles intents with the product's statements on a bare database driver and nothing else. */
import { openBareStore } from '../bare/store.ts';
import { settlementSteps, pendingReversalStep } from '../bare/transactions.ts';
import { answerParent } from '../processes/answer-parent.ts';
import type { PendingIntent } from '../rows/pending-intents.ts';
import { settleIntents, type SettleCommand } from './settle-command.ts';

const store = openBareStore(process.env);
answerParent({ settle: (command: SettleCommand) => settleIntents(command, settle) }, () => store.close());

async function settle(intent: PendingIntent): Promise<void> {
  await store.transact(settlementSteps(intent));
  await store.run(pendingReversalStep(intent));
}
