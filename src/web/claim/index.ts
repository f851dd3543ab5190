export { claimStoredDonations } from './claim-donations.ts';
