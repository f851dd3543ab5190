export { disputed, giftsOf, goneMinor, reversalStateOf, standing } from './standing.ts';
export { claimDonation } from './claim-donation.ts';
export { insertDonation } from './queries.ts';
export { removedDonor, removeDonor } from './removed-donor.ts';
export { donationRoutes } from './routes.ts';
