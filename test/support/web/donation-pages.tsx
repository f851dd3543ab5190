import { Route, Switch } from 'wouter';
import type { DonationDetail } from '#contract/admin/donations/detail.ts';
import type { ListedDonation } from '#contract/admin/donations/search.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import DonationPage from '#web/admin/donations/donation-page.tsx';
import DonationsPage from '#web/admin/donations/donations-page.tsx';
import { openStaffPages } from './staff-pages.tsx';
import { jsonResponse, type StubResponses, type StubCall } from './stub-server.ts';

export const donationId = 'don_00000000000000000000000000';

/** A guest's donation in the list. */
export const listed: ListedDonation = {
  id: donationId,
  state: 'paid',
  at: '2026-11-21T12:00:00.000Z',
  charged: 5.24,
  reversed: 0,
  currency: 'CAD',
  charityId: 6,
  charityName: 'Food banks across Canada',
  label: 'Coffee',
  kind: 'one_time',
  provider: 'stripe',
  donorId: null,
  donorName: null,
  email: 'guest@example.org',
};

/** The same donation with everything about it. */
export const detail: DonationDetail = {
  ...listed,
  intentId: 'int_1',
  serviceFee: 0.48,
  remaining: 5.24,
  amount: 3.5,
  meals: 3,
  sessionId: 'cs_1',
  paymentId: 'pi_1',
  planId: null,
  card: { brand: 'visa', lastFour: '4242' },
  paidBy: 'guest',
  payerEmail: 'guest@example.org',
  isPayerErased: false,
  timeline: [
    { kind: 'checkout_opened', id: 'int_1', at: '2026-11-21T11:59:00.000Z' },
    { kind: 'payment', id: 'evt_1', at: '2026-11-21T12:00:00.000Z', fact: 'settled' },
    { kind: 'email', id: 'out_1', at: '2026-11-21T12:00:01.000Z', about: 'receipt', state: 'no_recipient' },
    { kind: 'note', id: 'nte_1', at: '2026-11-22T09:00:00.000Z', author: 'grace', note: 'Called by phone.' },
  ],
};

/** Opens a page of the donations for a member of the team. Returns the growing list of calls. */
export function openDonations(address: string, responses: StubResponses, role: StaffRole = 'owner'): StubCall[] {
  const routes = (
    <Switch>
      <Route path="/admin/donations" component={DonationsPage} />
      <Route path="/admin/donations/:id" component={DonationPage} />
    </Switch>
  );
  const shown = {
    'GET /api/charities': jsonResponse([{ id: 6, name: 'Food banks across Canada' }]),
    [`GET /api/admin/donations/${donationId}`]: jsonResponse(detail),
    ...responses,
  };
  return openStaffPages(address, routes, shown, role);
}
