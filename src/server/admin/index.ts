export { adminDonationRoutes } from './donations/routes.ts';
export { todayRoutes } from './today/routes.ts';
