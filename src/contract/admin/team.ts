import * as z from 'zod/mini';
import { profileFields } from '#contract/account/account.ts';
import { staffRoles } from '#domain/staff/rights.ts';
import { reason } from './reason.ts';

export const teamSentences = {
  unknown: 'This person is not on the team.',
  invitationUnknown: 'This invitation is no longer open.',
  lastOwner: 'The team needs an Owner. Please make someone else an Owner first.',
  alreadyStaff: 'This person is already on the team.',
  wrongAddress:
    'This invitation is for a different email address. Please sign in with the address that it was sent to.',
  linkInvalid: 'This invitation has expired or has already been used. Please ask for a new one.',
  roleUnknown: 'Please choose a role.',
} as const;

const role = z.enum(staffRoles, { error: teamSentences.roleUnknown });

/** `GET /api/admin/team`: the staff by username, and the open invitations, newest first. */
export const teamResponse = z.object({
  staff: z.array(
    z.object({
      id: z.string(),
      username: z.string(),
      email: z.string(),
      role,
      hasSecondFactor: z.boolean(),
      /** The time of the last sign-in for which a session or a known device is still stored. */
      lastSignInAt: z.nullable(z.string()),
    }),
  ),
  invitations: z.array(
    z.object({ id: z.string(), email: z.string(), role, invitedAt: z.string(), expiresAt: z.string() }),
  ),
});

export type TeamResponse = z.infer<typeof teamResponse>;

/** `POST /api/admin/team/invitations`: mails a link that works once and replaces an earlier link to the same address. */
export const invitationRequest = z.object({ email: profileFields.email, role, reason });

/** `POST /api/admin/team/{id}/role`. */
export const roleRequest = z.object({ role, reason });

/** `POST /api/admin/team/{id}/end` and `POST /api/admin/team/invitations/{id}/withdraw`. */
export const endRequest = z.object({ reason });

/** `POST /api/team-invitation`: the mailed token. The signed-in user joins the team. */
export const joinRequest = z.object({ token: z.string({ error: teamSentences.linkInvalid }) });

export const joinResponse = z.object({ role });
