import { lazy, useState, type JSX } from 'react';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

/** What proves the receipt, folded until someone wants to know. */
export function ProofPart({ id }: { readonly id: string }): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="receipt-proof" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Check this receipt yourself</summary>
      {isOpen && (
        <LazyPart loading={<Spinner label="Loading the proof…" />} isRequested>
          <ProofPanel id={id} />
        </LazyPart>
      )}
    </details>
  );
}

const ProofPanel = lazy(() => import('./proof-panel.tsx'));
