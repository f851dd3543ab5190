import type { ReactNode } from 'react';
import { ApiError } from '#web/api.ts';
import { QueryView, type QueryViewProps } from '#web/ui/feedback/query-view.tsx';

interface RecordViewProps<Data> extends QueryViewProps<Data> {
  readonly query: QueryViewProps<Data>['query'] & { readonly error: Error | null };
}

/** Shows the query of one record. Says that a record does not exist, without Try Again, which would not help. */
export function RecordView<Data>(props: RecordViewProps<Data>): ReactNode {
  const { error } = props.query;
  if (error instanceof ApiError && error.status === 404 && error.serverSentence !== undefined)
    return <p>{error.serverSentence}</p>;
  return <QueryView {...props} />;
}
