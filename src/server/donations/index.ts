export { disputed, reversalStateOf, standing } from './standing.ts';
export { claimDonation } from './claim-donation.ts';
export { insertDonation } from './queries.ts';
export { donationRoutes } from './routes.ts';
