export { verifyAddress } from './proof-link.ts';
