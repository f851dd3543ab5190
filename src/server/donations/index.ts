export { claimDonation } from './claim-donation.ts';
export { anonymizeDonations, deletedDonorId } from './deleted-donor.ts';
export { findDonationForMail, recipientOf } from './donation-mail.ts';
export { sumImpact } from './impact.ts';
export { insertDonation } from './insert-donation.ts';
export { deleteOldPayerEmails, erasePayerEmail, storePayerEmail, type ErasedPayerEmail } from './payer-emails.ts';
export { isDisputed, reversalStateOf, reversedMinor } from './remaining.ts';
export { findRewards } from './rewards.ts';
export { donationRoutes } from './routes.ts';
