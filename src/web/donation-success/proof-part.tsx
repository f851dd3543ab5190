import { lazy, type JSX } from 'react';
import { LazyDetails } from '#web/ui/feedback/lazy-details.tsx';

const ProofPanel = lazy(() => import('./proof-panel.tsx'));

/** The proof of a receipt, loaded when it is opened. */
export const ProofPart = ({ id }: { readonly id: string }): JSX.Element => (
  <LazyDetails title="Check this receipt yourself" loadingLabel="Loading the proof…" className="receipt-proof">
    <ProofPanel id={id} />
  </LazyDetails>
);
