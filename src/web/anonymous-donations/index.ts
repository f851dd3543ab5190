export { sumDonations, type AnonymousTotals } from './anonymous-donation.ts';
export {
  forgetAnonymousDonations,
  readAnonymousDonations,
  rememberAnonymousDonation,
  useAnonymousDonations,
} from './anonymous-donations-store.ts';
export { describeUnclaimed } from './describe-unclaimed.ts';
