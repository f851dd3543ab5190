import { lazy, useState, type JSX } from 'react';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

interface SplitPartProps {
  readonly id: string;
  /** Names the donation for screen readers, where there are several. */
  readonly of?: string;
  readonly className: string;
}

/** Where the money of a donation went, folded until someone wants to know. */
export function SplitPart({ id, of, className }: SplitPartProps): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={className} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        Where the money went
        {of !== undefined && <span className="sr-only">{` of ${of}`}</span>}
      </summary>
      {isOpen && (
        <LazyPart loading={<Spinner label="Loading where your money went…" />} isRequested>
          <SplitPanel id={id} />
        </LazyPart>
      )}
    </details>
  );
}

const SplitPanel = lazy(() => import('./split-panel.tsx'));
