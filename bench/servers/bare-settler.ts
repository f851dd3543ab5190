/** The settlement's statements on the bare driver. */
import { openBareStore } from '../bare/open-bare-store.ts';
import { settlementSteps } from '../bare/transactions.ts';
import { answerParent } from '../processes/answer-parent.ts';
import { carryOut, type SettleOrder } from './settle-order.ts';

const store = openBareStore(process.env);
answerParent(
  { settle: (order: SettleOrder) => carryOut(order, (intent) => store.transact(settlementSteps(intent))) },
  () => store.close(),
);
