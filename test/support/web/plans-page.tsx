import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within, type BoundFunctions, type queries } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi, type Mock } from 'vitest';
import { signedInHint } from '#contract/account/session.ts';
import type { PlanResponse } from '#contract/plan.ts';
import { donor } from './donor-page.tsx';
import { jsonResponse, stubServer, type StubResponses, type StubCall } from './stub-server.ts';
import { CountryProvider } from '#web/country/index.ts';
import type { LeavePage } from '#web/donate/index.ts';
import { createQueryClient } from '#web/query-client.ts';
import PlansSection from '#web/recurring/plans-section.tsx';
import { RouterAt } from './router-at.tsx';
import { clearToast } from './shown-toast.ts';

/** Returns the server's response for a plan of one coffee a month. */
export const aPlan = (changes: Partial<PlanResponse> = {}): PlanResponse => ({
  id: 'pln_1',
  status: 'active',
  label: 'Coffee',
  charityId: 6,
  charityName: 'Maple Pantry',
  mealsProvided: 3,
  amount: 3.5,
  serviceFee: 0.35,
  total: 3.85,
  charge: { subtotal: 4.76, serviceFee: 0.48, total: 5.24, currency: 'CAD' },
  nextChargeAt: '2026-12-21T12:00:00.000Z',
  pausedUntil: null,
  waitsForCharity: false,
  startedAt: '2026-11-21T12:00:00.000Z',
  endedAt: null,
  card: 'Visa ending in 4242',
  ...changes,
});

export const listCall = 'GET /api/plans';

export interface PlansPage {
  readonly leavePage: Mock<LeavePage>;
  readonly calls: StubCall[];
  readonly cache: ReturnType<typeof createQueryClient>;
}

/** Opens the section for a donor. `plans` is called for each request of the list. */
export function openPlans(
  plans: () => readonly PlanResponse[],
  responses: StubResponses = {},
  country = 'US',
): PlansPage {
  document.cookie = `${signedInHint}=1; max-age=60`;
  window.localStorage.setItem('country', country);
  clearToast();
  const calls = stubServer({
    'GET /api/user': jsonResponse(donor),
    'GET /api/charities': jsonResponse([
      { id: 5, name: 'World Pantry' },
      { id: 6, name: 'Maple Pantry' },
    ]),
    [listCall]: () => jsonResponse(plans())(),
    ...responses,
  });
  const leavePage = vi.fn<LeavePage>();
  const cache = createQueryClient();
  cleanup();
  render(
    <QueryClientProvider client={cache}>
      <CountryProvider>
        <RouterAt address="/account">
          <PlansSection leavePage={leavePage} />
        </RouterAt>
      </CountryProvider>
    </QueryClientProvider>,
  );
  return { leavePage, calls, cache };
}

type Part = BoundFunctions<typeof queries>;

/** Waits for the card of a plan. */
export const card = async (name = 'Coffee'): Promise<Part> => within(await screen.findByRole('article', { name }));

/** Clicks a button on a plan's card. */
export const pressOn = async (name: string, plan = 'Coffee'): Promise<void> =>
  userEvent.click((await card(plan)).getByRole('button', { name }));

/** Waits for the dialog with this name. */
export const dialog = async (name: string, role = 'dialog'): Promise<Part> =>
  within(await screen.findByRole(role, { name }));
