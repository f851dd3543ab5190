import { QueryClientProvider } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { createQueryClient } from './query-client.ts';
import { forgetPrivateResponses, onSessionEnd } from './session/index.ts';

/**
 * The cache of this document, shared by all its pages. When a session ends, in this tab or another, nothing private stays in
 * it.
 */
export const queryClient = createQueryClient();

onSessionEnd(() => forgetPrivateResponses(queryClient));

/** Provides the query cache to a page. In a separate file, so that text pages do not load it. */
export const ServerData = ({ children }: { readonly children: ReactNode }): JSX.Element => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
