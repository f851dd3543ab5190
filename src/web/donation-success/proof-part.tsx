import { lazy, type JSX } from 'react';
import { LazyFold } from '#web/ui/feedback/lazy-fold.tsx';

const ProofPanel = lazy(() => import('./proof-panel.tsx'));

/** What proves the receipt. */
export const ProofPart = ({ id }: { readonly id: string }): JSX.Element => (
  <LazyFold title="Check this receipt yourself" loadingLabel="Loading the proof…" className="receipt-proof">
    <ProofPanel id={id} />
  </LazyFold>
);
