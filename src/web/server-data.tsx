import { QueryClientProvider } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { createQueryClient } from './query-client.ts';

/** The cache of this document. It outlives page changes. */
export const queryClient = createQueryClient();

/** Gives a page the cache of server data. A file of its own, so that pages of mere text do not carry it. */
export const ServerData = ({ children }: { readonly children: ReactNode }): JSX.Element => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
