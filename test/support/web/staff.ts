import type { StaffResponse } from '#contract/admin/staff.ts';
import { rightsOf, type StaffRole } from '#domain/staff/rights.ts';
import { refusalResponse } from './stub-server.ts';

/** Returns the response of `GET /api/admin/me` to a member of the team. */
export const staffOf = (role: StaffRole): StaffResponse => ({
  id: 'user_1',
  username: 'grace',
  role,
  rights: [...rightsOf[role]],
});

/** The responses of the same call to a donor, and to a member of the team without two-step sign-in. */
export const notStaff = refusalResponse(403, 'You may not do this.', 'forbidden');
export const withoutSecondFactor = refusalResponse(403, 'Turn it on.', 'second_factor_missing');
