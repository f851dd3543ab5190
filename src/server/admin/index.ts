export { writeAlertMail } from './alerts/alert-mail.ts';
export { alertStaff } from './alerts/alert-staff.ts';
export { balanceRoutes } from './balances/routes.ts';
export { adminDonationRoutes } from './donations/routes.ts';
export { reviewRefundApproval } from './review/items/refund-approval.ts';
export { reviewItemRoutes } from './review/items/routes.ts';
export { todayRoutes } from './today/routes.ts';
export { reviewRoutes } from './review/routes.ts';
