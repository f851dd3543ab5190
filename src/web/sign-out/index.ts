export { useSignOut } from './use-sign-out.ts';
