import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { Route, Switch } from 'wouter';
import { expect, vi, type Mock } from 'vitest';
import { checkoutRequest, type CheckoutRequest } from '#contract/checkout.ts';
import { CountryProvider, CurrencySelector } from '#web/country/index.ts';
import { createQueryClient } from '#web/query-client.ts';
import { useUser } from '#web/session/index.ts';
import { DonateSection } from '#web/donate/donate-section.tsx';
import { reloadDraft } from '#web/donate/draft/draft-store.ts';
import type { LeavePage } from '#web/donate/index.ts';
import { AppRouter } from '#web/app-router.tsx';
import { jsonResponse, type StubResponses } from './stub-server.ts';

export const snacks = [
  { id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3 },
  { id: 2, name: 'Chips', price: 2.49, mealsProvided: 2 },
  { id: 3, name: 'Energy Drink', price: 2.99, mealsProvided: 2 },
  { id: 4, name: 'Fresh Figs', price: 1.99, mealsProvided: 1 },
];
export const charities = [
  { id: 5, name: 'World Pantry' },
  { id: 6, name: 'Maple Pantry' },
  { id: 9, name: 'Continental Pantry' },
];

export interface CheckoutCall {
  readonly key: string | null;
  readonly body: CheckoutRequest;
}

/** The donate section on a page, with a stubbed server. */
export interface DonatePage {
  readonly user: UserEvent;
  readonly leavePage: Mock<LeavePage>;
  readonly checkouts: CheckoutCall[];
  /** Returns the number of times that the snacks were fetched. */
  readonly snackCalls: () => number;
}

export const checkoutCall = 'POST /api/create-checkout-session';

interface PageSettings {
  /** The country that the visitor chose earlier, or `detected` for the browser's own. */
  readonly country?: string;
  readonly responses?: StubResponses;
  /** True to put the charities into the cache before the page is rendered and knows the visitor's country. */
  readonly hasCharities?: boolean;
  /** The history state that the previous page passed to this one. */
  readonly state?: unknown;
}

/** Opens the page for a visitor from a country, with the stored draft if there is one. */
export async function openDonatePage({
  country = 'CA',
  responses = {},
  hasCharities = false,
  state = null,
}: PageSettings = {}): Promise<DonatePage> {
  if (country !== 'detected') window.localStorage.setItem('country', country);
  Element.prototype.animate = vi.fn<Element['animate']>();
  reloadDraft();
  const checkouts: CheckoutCall[] = [];
  const known: StubResponses = {
    'GET /api/snacks': jsonResponse(snacks),
    'GET /api/charities': jsonResponse(charities),
    [checkoutCall]: jsonResponse({ url: 'https://pay.example/session' }),
    ...responses,
  };
  const fetchMock = vi.fn<(path: string, request: RequestInit) => Promise<Response>>((path, request) => {
    const call = `${request.method} ${path}`;
    if (call === checkoutCall) checkouts.push(readCheckout(request));
    return Promise.resolve().then(() => (known[call] ?? jsonResponse({}, 404))());
  });
  vi.stubGlobal('fetch', fetchMock);
  const leavePage = vi.fn<LeavePage>();
  const queryClient = createQueryClient();
  if (hasCharities) queryClient.setQueryData(['charities'], charities);
  renderPage(leavePage, queryClient, state);
  if (!('GET /api/snacks' in responses)) await screen.findByRole('button', { name: /^Coffee/ });
  const snackCalls = (): number => fetchMock.mock.calls.filter(([path]) => path === '/api/snacks').length;
  return { user: userEvent.setup(), leavePage, checkouts, snackCalls };
}

/** Opens the page and adds a coffee. */
export async function openWithCoffee(responses: StubResponses = {}): Promise<DonatePage> {
  const page = await openDonatePage({ responses });
  await page.user.click(await screen.findByRole('button', { name: /^Coffee/ }));
  await waitFor(() => expect(donateButton().disabled).toBe(false));
  return page;
}

function readCheckout(request: RequestInit): CheckoutCall {
  const body = checkoutRequest.parse(JSON.parse(typeof request.body === 'string' ? request.body : ''));
  return { key: new Headers(request.headers).get('idempotency-key'), body };
}

function renderPage(leavePage: LeavePage, queryClient: QueryClient, state: unknown): void {
  window.history.replaceState(state, '', '/');
  render(
    <QueryClientProvider client={queryClient}>
      <CountryProvider>
        <CurrencySelector />
        <AppRouter>
          <Switch>
            <Route path="/">
              <DonateSection leavePage={leavePage} />
              <OtherSections />
            </Route>
            <Route path="/auth">
              <h1>Sign In</h1>
            </Route>
          </Switch>
        </AppRouter>
      </CountryProvider>
    </QueryClientProvider>,
  );
}

/** Finds the submit button of the donation card. */
export const donateButton = (): HTMLButtonElement => {
  const button = screen
    .getByRole('form', { name: 'Your donation' })
    .querySelector<HTMLButtonElement>('button[type=submit]');
  if (!button) throw new Error('The donation card has no submit button');
  return button;
};

export const snackCard = (name: string): HTMLElement => screen.getByRole('button', { name: new RegExp(`^${name}`) });

/** Fetches the user, as the other sections of the home page do. */
function OtherSections(): null {
  useUser();
  return null;
}
