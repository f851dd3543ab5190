export { insertDonation } from './queries.ts';
