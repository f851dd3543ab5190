export { accountingRoutes } from './routes.ts';
export { balancesAt, type AccountBalance } from './balances/balances-at.ts';
export { rebuildBalances, writeBalances } from './balances/write-balances.ts';
