import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { StaffRole } from '#domain/staff/rights.ts';
import { queryClient, ServerData } from '#web/server-data.tsx';
import { donor } from './donor-page.tsx';
import { RouterAt } from './router-at.tsx';
import { staffOf } from './staff.ts';
import { jsonAnswer, stubServer, type StubAnswers, type StubCall } from './stub-server.ts';

/** Opens an address with these routes, for a member of the team. Returns the growing list of calls. */
export function openStaffPages(address: string, routes: ReactNode, answers: StubAnswers, role: StaffRole): StubCall[] {
  cleanup();
  queryClient.clear();
  document.cookie = 'signed_in=1; path=/; max-age=60';
  const calls = stubServer({
    'GET /api/user': jsonAnswer({ ...donor, isAdmin: true }),
    'GET /api/admin/me': jsonAnswer(staffOf(role)),
    ...answers,
  });
  render(
    <ServerData>
      <RouterAt address={address}>{routes}</RouterAt>
    </ServerData>,
  );
  return calls;
}
