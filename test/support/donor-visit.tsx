import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { vi } from 'vitest';
import { signedInHint, type UserAnswer } from '#contract/session.ts';
import { createQueryClient } from '#web/query-client.ts';

/** The donor of these visits. */
export const donor: UserAnswer = {
  id: 'user_1',
  username: 'donor',
  email: 'donor@example.org',
  firstName: null,
  lastName: null,
  country: 'CA',
  isAdmin: false,
};

/** What the server answers, by path: a body, a function that is asked anew for every call, or `noAnswer`. */
export type Answers = Readonly<Record<string, unknown>>;

/** Stands for a call that is never answered. */
export const noAnswer = (): Promise<Response> => new Promise<Response>(() => {});

/** Stands for a server that fails. */
export const failure = (): Response => new Response('{"error":"no"}', { status: 500 });

/** Shows a page or a part of one to a signed-in donor, or to a visitor. Answers with the paths that it asks for, as it does. */
export function openFor(who: 'donor' | 'visitor', page: ReactNode, answers: Answers = {}): readonly string[] {
  document.cookie = `${signedInHint}=1; max-age=${who === 'donor' ? 60 : -1}`;
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    await Promise.resolve();
    return answerTo({ '/api/user': donor, ...answers }[path]);
  });
  cleanup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/here']}>
        <Routes>
          <Route path="/here" element={page} />
          <Route path="/auth" element={<h1>Sign In</h1>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return calls;
}

function answerTo(answer: unknown): Response | Promise<Response> {
  if (typeof answer === 'function') return (answer as () => Response | Promise<Response>)();
  return new Response(JSON.stringify(answer ?? {}), { status: answer === undefined ? 404 : 200 });
}

/** Terms of a description list with what they are, in order. */
export const describedTerms = (): (readonly [term: string, text: string])[] =>
  screen
    .getAllByRole('term')
    .map((term) => [term.textContent ?? '', term.nextElementSibling?.textContent ?? ''] as const);
