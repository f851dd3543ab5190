export { sumDonations, type AnonymousDonation, type AnonymousTotals } from './anonymous-donation.ts';
export {
  readAnonymousDonations,
  rememberAnonymousDonation,
  useAnonymousDonations,
} from './anonymous-donations-store.ts';
