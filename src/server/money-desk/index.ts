export { findRequestedRefunds } from './queries.ts';
export { refundApproval } from './refund-approval.ts';
export { moneyDeskRoutes } from './routes.ts';
