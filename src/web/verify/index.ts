export { verifyAddress } from './proof-link.ts';
export { useProof } from './use-proof.ts';
