export { refundApproval } from './refund-approval.ts';
export { moneyDeskRoutes } from './routes.ts';
