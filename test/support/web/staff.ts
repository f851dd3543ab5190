import type { StaffAnswer } from '#contract/admin/staff.ts';
import { rightsOf, type StaffRole } from '#domain/staff/rights.ts';
import { refusalAnswer } from './stub-server.ts';

/** What `GET /api/admin/me` answers a member of the team. */
export const staffOf = (role: StaffRole): StaffAnswer => ({
  id: 'user_1',
  username: 'grace',
  role,
  rights: [...rightsOf[role]],
});

/** What the same call answers a donor, and a member of the team without two-step sign-in. */
export const notStaff = refusalAnswer(403, 'You may not do this.', 'forbidden');
export const withoutSecondFactor = refusalAnswer(403, 'Turn it on.', 'second_factor_missing');
