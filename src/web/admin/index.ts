export { AdminPage } from './ui/admin-page.tsx';
export { useStaff } from './use-staff.ts';
