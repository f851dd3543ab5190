import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType, JSX, ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import { signedInHint } from '#contract/account/session.ts';
import type { AccountAnswer } from '#contract/account/account-settings.ts';
import { useAccount } from '#web/account/use-account.ts';
import { CountryProvider } from '#web/country/index.ts';
import { queryClient, ServerData } from '#web/server-data.tsx';
import { Address } from './auth-page.tsx';
import { jsonAnswer, stubServer, type StubAnswers, type StubCall } from './stub-server.ts';
import { RouterAt } from './router-at.tsx';

/** The server's answer for the account of a donor with a confirmed email address. */
export const anAccount = (changes: Partial<AccountAnswer> = {}): AccountAnswer => ({
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
export function openFor(account: AccountAnswer | 'visitor', page: ReactNode, answers: StubAnswers = {}): StubCall[] {
  document.cookie = `${signedInHint}=1; path=/; max-age=${account === 'visitor' ? 0 : 60}`;
  queryClient.clear();
  const own: StubAnswers =
    account === 'visitor'
      ? {}
      : {
          'GET /api/user': jsonAnswer(account),
          'GET /api/account': jsonAnswer(account),
          'GET /api/account/devices': jsonAnswer([]),
          'GET /api/plans': jsonAnswer([]),
        };
  const calls = stubServer({ ...own, ...answers });
  cleanup();
  render(<Pages page={page} address="/here" />);
  return calls;
}

/** Renders one section of the account alone, which is faster than the whole page. */
export const openSection = (
  Section: ComponentType<{ readonly account: AccountAnswer }>,
  account: AccountAnswer,
  answers: StubAnswers = {},
): StubCall[] => openFor(account, <SectionAlone Section={Section} />, answers);

function SectionAlone({ Section }: { Section: ComponentType<{ readonly account: AccountAnswer }> }): ReactNode {
  const { data: account } = useAccount();
  return account && <Section account={account} />;
}

/** Opens the page of a mailed link. Returns the growing list of calls. */
export function openLink(address: string, page: ReactNode, answers: StubAnswers = {}): StubCall[] {
  queryClient.clear();
  const calls = stubServer(answers);
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
