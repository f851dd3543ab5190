import { staffResponse } from '#contract/admin/staff.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The calls about the signed-in member of the team. */
export const staffCalls = {
  getStaff: { method: 'GET', path: '/api/admin/me', response: staffResponse },
} as const satisfies CallTable;
