export { claimStoredDonations } from './claim-stored-donations.ts';
export { useOwnsDonation } from './use-owns-donation.ts';
