import { useState, type JSX, type ReactNode } from 'react';
import { LazyPart } from './lazy-part.tsx';
import { Spinner } from './spinner.tsx';

interface LazyDetailsProps {
  readonly title: string;
  /** Tells screen readers which of several such parts this is. */
  readonly about?: string;
  /** Announced while the script is loading. */
  readonly loadingLabel: string;
  readonly className: string;
  /** The content, loaded with `lazy` when the visitor opens the part. */
  readonly children: ReactNode;
}

/** A collapsible part of a page, with its own script. */
export function LazyDetails({ title, about = '', loadingLabel, className, children }: LazyDetailsProps): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={className} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {title}
        {about !== '' && <span className="sr-only">{`: ${about}`}</span>}
      </summary>
      {isOpen && (
        <LazyPart loading={<Spinner label={loadingLabel} />} isRequested>
          {children}
        </LazyPart>
      )}
    </details>
  );
}
