import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { StaffRole } from '#domain/staff/rights.ts';
import { queryClient, ServerData } from '#web/server-data.tsx';
import { donor } from './donor-page.tsx';
import { RouterAt } from './router-at.tsx';
import { staffOf } from './staff.ts';
import { jsonResponse, stubServer, type StubResponses, type StubCall } from './stub-server.ts';

/** Opens an address with these routes, for a member of the team. Returns the growing list of calls. */
export function openStaffPages(
  address: string,
  routes: ReactNode,
  responses: StubResponses,
  role: StaffRole,
): StubCall[] {
  cleanup();
  queryClient.clear();
  document.cookie = 'signed_in=1; path=/; max-age=60';
  const calls = stubServer({
    'GET /api/user': jsonResponse({ ...donor, isAdmin: true }),
    'GET /api/admin/me': jsonResponse(staffOf(role)),
    ...responses,
  });
  render(
    <ServerData>
      <RouterAt address={address}>{routes}</RouterAt>
    </ServerData>,
  );
  return calls;
}
