import { render, screen } from '@testing-library/react';
import type { JSX } from 'react';
import { Route, Switch } from 'wouter';
import { readSignInReason, RequireDonor, useUser, type SignInReason } from '#web/session/index.ts';
import { useSignOut } from '#web/sign-out/index.ts';
import { ServerData } from '#web/server-data.tsx';
import { RouterAt } from './router-at.tsx';
import { stubServer, type StubResponses, type StubCall } from './stub-server.ts';

/** The donor who is signed in. */
export const ada = {
  id: 'usr_1',
  username: 'ada',
  email: 'ada@example.org',
  firstName: null,
  lastName: null,
  country: 'CA',
  isAdmin: false,
};

/** Sets the hint cookie as the server does. */
export const setHint = (hint = 'donor.Ab3dEf6h'): void => void (document.cookie = `signed_in=${hint}; path=/`);

/** Removes the hint cookie without informing the page. */
export const dropHint = (): void => void (document.cookie = 'signed_in=; path=/; max-age=0');

/** Creates a private page, a Logout button, and the two pages to which they redirect. */
export const privatePage = (): JSX.Element => (
  <ServerData>
    <RouterAt address="/impact">
      <LogoutButton />
      <ShownUser />
      <Switch>
        <Route path="/impact">
          <RequireDonor>
            <h1>Impact</h1>
          </RequireDonor>
        </Route>
        <Route path="/">
          <h1>Home</h1>
        </Route>
        <Route path="/auth">
          <h1>Sign In</h1>
        </Route>
      </Switch>
    </RouterAt>
  </ServerData>
);

/** Opens the private page over a stubbed server. Returns the growing list of calls. */
export function openPrivatePage(responses: StubResponses): StubCall[] {
  const calls = stubServer(responses);
  render(privatePage());
  return calls;
}

function ShownUser(): JSX.Element {
  const state = useUser();
  return <output>{`${state.status} ${state.user?.username ?? 'nobody'}`}</output>;
}

function LogoutButton(): JSX.Element {
  const { isSigningOut, signOut } = useSignOut();
  return (
    <button type="button" disabled={isSigningOut} onClick={() => void signOut()}>
      Logout
    </button>
  );
}

/** Reads the user's status and name as the page shows them. */
export const shownUser = (): string | null => screen.getAllByRole('status')[0]?.textContent ?? null;

/** Waits for the page with this heading. */
export const atPage = (name: string): Promise<HTMLElement> => screen.findByRole('heading', { name });

/** Reads the reason for which the visitor was sent to the open page. */
export const signInReason = (): SignInReason | undefined => readSignInReason(window.history.state);
