import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import { vi } from 'vitest';
import { signedInHint, type UserResponse } from '#contract/account/session.ts';
import { CountryProvider } from '#web/country/index.ts';
import { createQueryClient } from '#web/query-client.ts';
import { RouterAt } from './router-at.tsx';
import { jsonResponse } from './stub-server.ts';

/** The signed-in donor. */
export const donor: UserResponse = {
  id: 'user_1',
  username: 'donor',
  email: 'donor@example.org',
  firstName: null,
  lastName: null,
  country: 'CA',
  isAdmin: false,
};

/** The server's responses by path: a body, a function that is called for every request, or `noResponse`. */
export type Responses = Readonly<Record<string, unknown>>;

/** A server error. */
export const failure = jsonResponse({ error: 'no' }, 500);

/** Renders a page, or part of one, for a signed-in donor or a visitor. Returns the growing list of paths that it requests. */
export function openFor(who: 'donor' | 'visitor', page: ReactNode, responses: Responses = {}): readonly string[] {
  document.cookie = `${signedInHint}=1; path=/; max-age=${who === 'donor' ? 60 : -1}`;
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    await Promise.resolve();
    return responseTo({ '/api/user': donor, ...responses }[path]);
  });
  cleanup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CountryProvider>
        <RouterAt address="/here">
          <Switch>
            <Route path="/here">{page}</Route>
            <Route path="/auth">
              <h1>Sign In</h1>
            </Route>
          </Switch>
        </RouterAt>
      </CountryProvider>
    </QueryClientProvider>,
  );
  return calls;
}

function responseTo(response: unknown): Response | Promise<Response> {
  if (typeof response === 'function') return (response as () => Response | Promise<Response>)();
  return jsonResponse(response ?? {}, response === undefined ? 404 : 200)();
}

/** Reads the terms of the description lists with their descriptions, in order. */
export const describedTerms = (): (readonly [term: string, text: string])[] =>
  screen
    .getAllByRole('term')
    .map((term) => [term.textContent ?? '', term.nextElementSibling?.textContent ?? ''] as const);
