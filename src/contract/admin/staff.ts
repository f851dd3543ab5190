import * as z from 'zod/mini';
import { rights, staffRoles } from '#domain/staff/rights.ts';

export const staffSentences = {
  secondFactorMissing: 'Please turn on two-step sign-in on your account page first.',
  roleChanged: 'Your role has just changed. Please reload the page.',
} as const;

/** `GET /api/admin/me`: the signed-in member of the team, with their rights. */
export const staffResponse = z.object({
  id: z.string(),
  username: z.string(),
  role: z.enum(staffRoles),
  rights: z.array(z.enum(rights)),
});

export type StaffResponse = z.infer<typeof staffResponse>;
