export { DonationList, DonationListSkeleton } from './donation-list.tsx';
export { NoDonations } from './no-donations.tsx';
export { useDonations } from './use-donations.ts';
