import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { vi, type Mock } from 'vitest';
import { checkoutRequest, type CheckoutRequest } from '#contract/checkout.ts';
import { CountryProvider } from '#web/country/index.ts';
import { createQueryClient } from '#web/query-client.ts';
import { DonateSection } from '../donate-section.tsx';
import { reloadDraft } from '../draft-store.ts';
import type { LeavePage } from '../use-checkout.ts';

/** The catalogue of these tests. */
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

/** What the server of these tests answers, by `METHOD /path`; a function is asked anew for every call. */
export type Answers = Record<string, () => Response | Promise<Response>>;

/** A JSON answer. */
export const answer = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** A call that is never answered. */
export const noAnswer = (): Promise<Response> => new Promise<Response>(() => {});

/** One checkout that the page asked for. */
export interface AskedCheckout {
  readonly key: string | null;
  readonly body: CheckoutRequest;
}

/** The donate section on a page, with a server that answers as told. */
export interface DonatePage {
  readonly user: UserEvent;
  readonly leavePage: Mock<LeavePage>;
  readonly asked: AskedCheckout[];
  /** How often the snacks were asked for. */
  readonly snackCalls: () => number;
}

const checkoutCall = 'POST /api/create-checkout-session';

/** Opens the page as a visitor of a country with nothing chosen, or with what the tab kept. */
export async function openDonatePage({
  country = 'CA',
  answers = {},
}: { country?: string; answers?: Answers } = {}): Promise<DonatePage> {
  window.localStorage.setItem('country', country);
  Element.prototype.animate = vi.fn<Element['animate']>();
  reloadDraft();
  const asked: AskedCheckout[] = [];
  const known: Answers = {
    'GET /api/snacks': () => answer(snacks),
    'GET /api/charities': () => answer(charities),
    [checkoutCall]: () => answer({ url: 'https://pay.example/session' }),
    ...answers,
  };
  const fetchMock = vi.fn<(path: string, request: RequestInit) => Promise<Response>>((path, request) => {
    const call = `${request.method} ${path}`;
    if (call === checkoutCall) asked.push(readCheckout(request));
    return Promise.resolve().then(() => known[call]?.() ?? answer({}, 404));
  });
  vi.stubGlobal('fetch', fetchMock);
  const leavePage = vi.fn<LeavePage>();
  renderPage(leavePage);
  if (!('GET /api/snacks' in answers)) await screen.findByRole('button', { name: /^Coffee/ });
  const snackCalls = (): number => fetchMock.mock.calls.filter(([path]) => path === '/api/snacks').length;
  return { user: userEvent.setup(), leavePage, asked, snackCalls };
}

function readCheckout(request: RequestInit): AskedCheckout {
  const body = checkoutRequest.parse(JSON.parse(typeof request.body === 'string' ? request.body : ''));
  return { key: new Headers(request.headers).get('idempotency-key'), body };
}

function renderPage(leavePage: LeavePage): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CountryProvider>
        <MemoryRouter>
          <Routes>
            <Route path="/" element={<DonateSection leavePage={leavePage} />} />
            <Route path="/auth" element={<h1>Sign In</h1>} />
          </Routes>
        </MemoryRouter>
      </CountryProvider>
    </QueryClientProvider>,
  );
}

/** The button at the foot of the donation card, whatever it says. */
export const donateButton = (): HTMLButtonElement => {
  const button = screen
    .getByRole('form', { name: 'Your donation' })
    .querySelector<HTMLButtonElement>('button[type=submit]');
  if (!button) throw new Error('The donation card has no button to send it');
  return button;
};

/** A snack's card. */
export const snackCard = (name: string): HTMLElement => screen.getByRole('button', { name: new RegExp(`^${name}`) });
