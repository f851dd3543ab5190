import { staffAnswer } from '#contract/admin/staff.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The calls about the team. */
export const staffCalls = {
  getStaff: { method: 'GET', path: '/api/admin/me', answer: staffAnswer },
} as const satisfies CallTable;
