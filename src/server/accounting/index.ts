export { accountingRoutes } from './routes.ts';
export { balancesAt, type AccountBalance } from './balances/balances-at.ts';
export { readProgress } from './balances/finish-hours.ts';
export { readMoneyIn, readWrittenMoneyIn } from './balances/money-in.ts';
export { findClosedMonth } from './close/close-month.ts';
export { firstDayBetween, firstPostingBetween, movementsQuery } from './balances/movements.ts';
export { rebuildBalances, writeBalances } from './balances/write-balances.ts';
