export { reportRoutes } from './routes.ts';
export { rebuildDonationDays, writeDonationDays } from './days/write-donation-days.ts';
