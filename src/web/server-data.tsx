import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, type JSX, type ReactNode } from 'react';
import { queryClient } from './query-client.ts';
import { forgetPrivateAnswers, onOtherTabChange } from './session/index.ts';

/** Provides the query cache to a page. In a separate file, so that text pages do not load it. */
export function ServerData({ children }: { readonly children: ReactNode }): JSX.Element {
  useEffect(() => onOtherTabChange(() => forgetPrivateAnswers(queryClient)), []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
