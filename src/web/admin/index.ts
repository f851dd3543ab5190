export { useStaff } from './use-staff.ts';
