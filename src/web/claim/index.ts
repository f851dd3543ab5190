export { claimStoredDonations } from './claim-donations.ts';
export { UnclaimedOffer } from './unclaimed-offer.tsx';
