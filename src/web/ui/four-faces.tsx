import type { ReactNode } from 'react';
import { FailedBox } from './failed-box.tsx';

interface FourFacesProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** Stands while nothing is known. */
  readonly loading: ReactNode;
  /** What did not come, as the spec says it. */
  readonly failure: string;
  /** Another try, where the spec wants something else than to ask again. */
  readonly onRetry?: () => void;
  readonly isEmpty?: (data: Data) => boolean;
  /** Stands for data that are empty. */
  readonly empty?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** A data view in one of its faces: loading, failed, empty, or the data. What is known stays, even where asking anew fails. */
export function FourFaces<Data>({
  query: { data, isError, isFetching, refetch },
  loading,
  failure,
  onRetry = () => void refetch(),
  isEmpty,
  empty,
  children,
}: FourFacesProps<Data>): ReactNode {
  if (data !== undefined) return isEmpty?.(data) === true ? empty : children(data);
  return isError && !isFetching ? <FailedBox text={failure} onRetry={onRetry} /> : loading;
}
