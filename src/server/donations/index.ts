export { claimDonation } from './claim-donation.ts';
export { correctPayerEmail, type CorrectedEmail } from './correct-payer-email.ts';
export { deletedDonorId, detachDonor } from './deleted-donor.ts';
export { findDonationForMail, recipientOf } from './donation-mail.ts';
export { insertDonation } from './insert-donation.ts';
export { claimDonationsPaidBy, moveDonationsOf } from './move-donations.ts';
export {
  deleteOldPayerEmails,
  eraseAddress,
  erasePayerEmail,
  storePayerEmail,
  type ErasedPayerEmail,
} from './payer-emails.ts';
export { storePaymentCard } from './payment-cards.ts';
export { isDisputed, leftForCharity, remaining, reversalStateOf, reversedMinor } from './remaining.ts';
export { donationRoutes } from './routes.ts';
export { createDonationTotals } from './donation-totals.ts';
export { findDonationYears } from './yearly/donations-of-year.ts';
export { statementRoutes } from './yearly/routes.ts';
export { createYearlyFiles, type YearlyRequest } from './yearly/yearly-files.ts';
