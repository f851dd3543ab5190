import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { JSX } from 'react';
import { Route, Switch } from 'wouter';
import { useVisit } from '#web/app-router.tsx';
import ForgotPasswordPage from '#web/account-links/forgot-password-page.tsx';
import AuthPage from '#web/auth/auth-page.tsx';
import { CountryProvider } from '#web/country/index.ts';
import { queryClient, ServerData } from '#web/server-data.tsx';
import { jsonResponse, stubServer, type StubResponses, type StubCall } from './stub-server.ts';
import { RouterAt } from './router-at.tsx';

export const ada = {
  id: 'usr_1',
  username: 'ada',
  email: 'ada@example.org',
  firstName: null,
  lastName: null,
  country: 'GB',
  isAdmin: false,
};

/** Sets the hint cookie, and returns the server's response to a successful sign-in. */
export function openSessionFor(user: typeof ada): Response {
  document.cookie = 'signed_in=1; path=/';
  return jsonResponse(user)();
}

/** Clears the hint cookie, local storage and cached responses of an earlier test. */
export function forgetVisitor(): void {
  document.cookie = 'signed_in=; path=/; max-age=0';
  window.localStorage.clear();
  queryClient.clear();
}

/** `/auth` together with the routes it can navigate to. */
export const authPage = (address: string, state: unknown = null): JSX.Element => (
  <ServerData>
    <CountryProvider>
      <RouterAt address={address} state={state}>
        <Address />
        <Switch>
          <Route path="/auth">
            <AuthPage />
          </Route>
          <Route path="/forgot-password">
            <ForgotPasswordPage />
          </Route>
          <Route path="/">
            <h1>Home</h1>
          </Route>
        </Switch>
      </RouterAt>
    </CountryProvider>
  </ServerData>
);

/** Opens `/auth` over a stubbed server, with the history state of the previous page. Returns the growing list of calls. */
export function openAuthPage(responses: StubResponses = {}, address = '/auth', state: unknown = null): StubCall[] {
  const calls = stubServer(responses);
  render(authPage(address, state));
  return calls;
}

/** Reads the current path and hash. */
export const shownAddress = (): string | null => screen.getByTestId('address').textContent;

/** Clicks a button. */
export const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

/** Reads the error text of a field; empty if there is none. */
export const problemOf = (label: string): string =>
  (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id.endsWith('-problem'))
    .map((id) => document.getElementById(id)?.textContent)
    .join();

/** Renders the current path and hash for `shownAddress`. */
export function Address(): JSX.Element {
  const { pathname, hash } = useVisit();
  return <span data-testid="address">{pathname + hash}</span>;
}
