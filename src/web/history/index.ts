export { DonationList, DonationListSkeleton } from './donation-list.tsx';
export { NoDonations } from './no-donations.tsx';
export { useDonations, useIsOwnDonation } from './use-donations.ts';
