import { Route, Switch } from 'wouter';
import type { DonorDetail } from '#contract/admin/donors/detail.ts';
import type { ListedDonor } from '#contract/admin/donors/search.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import DonorPage from '#web/admin/donors/donor-page.tsx';
import DonorsPage from '#web/admin/donors/donors-page.tsx';
import { listed as listedDonation } from './donation-pages.tsx';
import { openStaffPages } from './staff-pages.tsx';
import { jsonResponse, type StubResponses, type StubCall } from './stub-server.ts';

export const accountId = 'usr_00000000000000000000000000';
export const guestId = 'int_00000000000000000000000000';

export const listedAccount: ListedDonor = {
  id: accountId,
  kind: 'account',
  at: '2026-11-20T12:00:00.000Z',
  email: 'ana@example.org',
  name: 'Ana Silva',
  isEmailConfirmed: true,
  role: null,
};

export const listedGuest: ListedDonor = {
  id: guestId,
  kind: 'guest',
  at: '2026-11-21T12:00:00.000Z',
  email: 'guest@example.org',
  name: null,
  isEmailConfirmed: false,
  role: null,
};

export const guestDetail: DonorDetail = {
  ...listedGuest,
  account: null,
  sums: [{ currency: 'CAD', donations: 1, charged: 5.24, returned: 0 }],
  plans: [],
  messages: [],
  newsletter: null,
  notes: [],
  sameAddressId: null,
};

export const accountDetail: DonorDetail = {
  ...guestDetail,
  ...listedAccount,
  account: { username: 'ana', country: 'CA', timeZone: 'America/Toronto', hasSecondFactor: true, years: [2026, 2025] },
};

/** Opens a page of the donors for a member of the team. Returns the growing list of calls. */
export function openDonors(address: string, responses: StubResponses, role: StaffRole = 'owner'): StubCall[] {
  const routes = (
    <Switch>
      <Route path="/admin/donors" component={DonorsPage} />
      <Route path="/admin/donors/:id" component={DonorPage} />
    </Switch>
  );
  const shown = {
    [`GET /api/admin/donors/${guestId}`]: jsonResponse(guestDetail),
    [`GET /api/admin/donors/${guestId}/donations`]: jsonResponse([listedDonation]),
    [`GET /api/admin/donors/${accountId}`]: jsonResponse(accountDetail),
    [`GET /api/admin/donors/${accountId}/donations`]: jsonResponse([]),
    ...responses,
  };
  return openStaffPages(address, routes, shown, role);
}
