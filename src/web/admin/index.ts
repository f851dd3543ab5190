export { SenderDonations } from './donations/sender-donations.tsx';
export { ActionDialog } from './ui/action-dialog.tsx';
export { AdminPage } from './ui/admin-page.tsx';
export { useHasRight, useStaff } from './use-staff.ts';
