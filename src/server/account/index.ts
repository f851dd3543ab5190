export { downloadData } from './data/download-data.ts';
export { downloadGuestData } from './data/download-guest-data.ts';
export { deleteAccountRows, eraseAccount } from './data/erase-account.ts';
export { accountRoutes } from './routes.ts';
