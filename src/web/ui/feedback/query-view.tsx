import type { JSX, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { moveFocusTo } from '../scroll-to-section.ts';
import { brokenBiscuit } from './broken-biscuit.ts';

export interface QueryViewProps<Data> {
  /** The result of `useQuery`, or several results combined. */
  readonly query: {
    readonly data: Data | undefined;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  readonly loading: ReactNode;
  /** The sentence of the error box. */
  readonly failure: string;
  /** What Try Again does; by default it refetches the query. */
  readonly onRetry?: () => void;
  readonly isEmpty?: (data: Data) => boolean;
  readonly empty?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/**
 * Shows a query: loading, failed, empty or its data. Data stays on screen when a later refetch fails. A failed query without
 * data is loading again as soon as it is refetched, so `isError` needs no second condition.
 */
export function QueryView<Data>({
  query: { data, isError, refetch },
  loading,
  failure,
  onRetry = () => void refetch(),
  isEmpty,
  empty,
  children,
}: QueryViewProps<Data>): ReactNode {
  if (data !== undefined) return isEmpty?.(data) === true ? empty : children(data);
  return isError ? <FailedBox text={failure} onRetry={onRetry} /> : loading;
}

/** A gray placeholder for content that is loading. Its class sets the size. */
export const Skeleton = ({ className = '' }: { readonly className?: string }): JSX.Element => (
  <span aria-hidden="true" className={`skeleton ${className}`} />
);

interface FailedBoxProps {
  readonly text: string;
  readonly onRetry: () => void;
}

/** Says that something did not load and offers to try again. A retry removes the box, so focus moves to the heading first. */
export const FailedBox = ({ text, onRetry }: FailedBoxProps): JSX.Element => (
  <div role="alert" className="flex flex-wrap items-center gap-4 rounded-card bg-tint p-4">
    <img src={brokenBiscuit} alt="" width="96" height="72" className="h-auto w-24" />
    <p className="grow basis-44 font-bold">{text}</p>
    <Button
      tone="secondary"
      onClick={({ currentTarget }) => {
        focusHeadingOf(currentTarget);
        onRetry();
      }}
    >
      Try Again
    </Button>
  </div>
);

/** Focuses the heading of the section that contains the element. */
function focusHeadingOf(element: Element): void {
  const heading = element
    .closest(':is(section, article):has(h1, h2, h3), main')
    ?.querySelector<HTMLElement>('h1, h2, h3');
  if (heading) moveFocusTo(heading);
}
