export { sumDonations, type AnonymousDonation, type AnonymousTotals } from './anonymous-donation.ts';
export {
  forgetAnonymousDonations,
  readAnonymousDonations,
  rememberAnonymousDonation,
  useAnonymousDonations,
} from './anonymous-donations-store.ts';
