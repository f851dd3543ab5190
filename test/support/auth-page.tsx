import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { JSX } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import AuthPage from '#web/auth/auth-page.tsx';
import { queryClient, ServerData } from '#web/server-data.tsx';
import { jsonAnswer, stubServer, type StubAnswers, type StubCall } from './stub-server.ts';

/** The user of these tests. */
export const ada = {
  id: 'usr_1',
  username: 'ada',
  email: 'ada@example.org',
  firstName: null,
  lastName: null,
  country: 'GB',
  isAdmin: false,
};

/** What the server does with a right answer: it opens a session, and the browser has its cookie. */
export function openSessionFor(user: typeof ada): Response {
  document.cookie = 'signed_in=1; path=/';
  return jsonAnswer(user)();
}

/** Forgets what an earlier test has left: session, gifts, cached answers. */
export function forgetVisitor(): void {
  document.cookie = 'signed_in=; path=/; max-age=0';
  window.localStorage.clear();
  queryClient.clear();
}

/** `/auth` among the pages, to be rendered. */
export const authPage = (address: string): JSX.Element => (
  <ServerData>
    <MemoryRouter initialEntries={[address]}>
      <Address />
      <Routes>
        <Route path="/auth" element={<AuthPage />} />
        <Route path="/" element={<h1>Home</h1>} />
      </Routes>
    </MemoryRouter>
  </ServerData>
);

/** Opens `/auth` over a stubbed server. Answers the calls that the page makes. */
export function openAuthPage(answers: StubAnswers = {}, address = '/auth'): StubCall[] {
  const calls = stubServer(answers);
  render(authPage(address));
  return calls;
}

/** Where the visitor is. */
export const shownAddress = (): string | null => screen.getByTestId('address').textContent;

/** Presses a button by its name. */
export const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

/** The sentence that stands under a field and is tied to it; empty when nothing is wrong. */
export const problemOf = (label: string): string =>
  (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id.endsWith('-problem'))
    .map((id) => document.getElementById(id)?.textContent)
    .join();

/** Tells `shownAddress` where the visitor is. */
export function Address(): JSX.Element {
  const { pathname, hash } = useLocation();
  return <span data-testid="address">{pathname + hash}</span>;
}
