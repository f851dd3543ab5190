import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType, JSX, ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import { signedInHint } from '#contract/account/session.ts';
import type { AccountResponse } from '#contract/account/account-settings.ts';
import { useAccount } from '#web/account/use-account.ts';
import { CountryProvider } from '#web/country/index.ts';
import { queryClient, ServerData } from '#web/server-data.tsx';
import { Address } from './auth-page.tsx';
import { jsonResponse, stubServer, type StubResponses, type StubCall } from './stub-server.ts';
import { RouterAt } from './router-at.tsx';

/** Returns the server's response for the account of a donor with a confirmed email address. */
export const anAccount = (changes: Partial<AccountResponse> = {}): AccountResponse => ({
  id: 'usr_1',
  username: 'ada',
  email: 'ada@example.org',
  isEmailConfirmed: true,
  pendingEmail: null,
  firstName: 'Ada',
  lastName: null,
  country: 'GB',
  timeZone: 'Europe/London',
  isAdmin: false,
  isStaff: false,
  isFirstAdministrator: false,
  hasSecondFactor: false,
  createdAt: '2026-03-02T12:00:00.000Z',
  ...changes,
});

/** Renders a page, or part of one, over a stubbed server. Returns the growing list of calls. */
export function openFor(
  account: AccountResponse | 'visitor',
  page: ReactNode,
  responses: StubResponses = {},
): StubCall[] {
  document.cookie = `${signedInHint}=1; path=/; max-age=${account === 'visitor' ? 0 : 60}`;
  queryClient.clear();
  const own: StubResponses =
    account === 'visitor'
      ? {}
      : {
          'GET /api/user': jsonResponse(account),
          'GET /api/account': jsonResponse(account),
          'GET /api/account/devices': jsonResponse([]),
          'GET /api/plans': jsonResponse([]),
        };
  const calls = stubServer({ ...own, ...responses });
  cleanup();
  render(<Pages page={page} address="/here" />);
  return calls;
}

/** Renders only one section of the account, because the whole page takes longer. Returns the growing list of calls. */
export const openSection = (
  Section: ComponentType<{ readonly account: AccountResponse }>,
  account: AccountResponse,
  responses: StubResponses = {},
): StubCall[] => openFor(account, <SectionAlone Section={Section} />, responses);

function SectionAlone({ Section }: { Section: ComponentType<{ readonly account: AccountResponse }> }): ReactNode {
  const { data: account } = useAccount();
  return account && <Section account={account} />;
}

/** Opens the page of a mailed link. Returns the growing list of calls. */
export function openLink(address: string, page: ReactNode, responses: StubResponses = {}): StubCall[] {
  queryClient.clear();
  const calls = stubServer(responses);
  cleanup();
  render(<Pages page={page} address={address} />);
  return calls;
}

/** The page together with the routes it can navigate to. */
export const Pages = ({ page, address }: { readonly page: ReactNode; readonly address: string }): JSX.Element => (
  <ServerData>
    <CountryProvider>
      <RouterAt address={address}>
        <Address />
        <Switch>
          <Route path="/">
            <h1>Home</h1>
          </Route>
          <Route path="/auth">
            <h1>Sign In</h1>
          </Route>
          <Route path="*">{page}</Route>
        </Switch>
      </RouterAt>
    </CountryProvider>
  </ServerData>
);

export async function fill(label: string, text: string): Promise<void> {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}
