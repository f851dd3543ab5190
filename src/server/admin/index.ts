export { adminDonationRoutes } from './donations/routes.ts';
