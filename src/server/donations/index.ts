export { insertDonation } from './queries.ts';
export { donationRoutes } from './routes.ts';
