import { staffCalls } from '#contract/calls/admin/staff.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const staffEndpoints = {
  getStaff: {
    ...staffCalls.getStaff,
    access: 'staff',
    summary: 'The role and rights of the signed-in member of the team',
    errors: [],
  },
} as const satisfies EndpointTable;
