import type { JSX, ReactNode } from 'react';
import { FailedBox } from './failed-box.tsx';

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
  /** The action of Try Again; by default, the query is refetched. */
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
