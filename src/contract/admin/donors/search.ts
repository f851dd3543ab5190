import * as z from 'zod/mini';
import { staffRoles } from '#domain/staff/rights.ts';

export const donorSentences = {
  unknown: 'There is no donor with this ID.',
  searchLong: 'A search can have at most 200 characters.',
  cursorInvalid: 'This page does not exist.',
  teamData: 'This account belongs to a member of the team, who can download the data on the account page.',
  memberOfTeam: 'This account belongs to a member of the team. It can be erased after the membership has ended.',
} as const;

const { searchLong, cursorInvalid } = donorSentences;

/** The cursor of a list of donors, or of a donor's donations. */
export const cursor = z.optional(z.string({ error: cursorInvalid }));

/** `GET /api/admin/donors`: `search` is an email address, a name or its beginning, or an id. */
export const donorsQuery = z.object({
  search: z.optional(z.string().check(z.maxLength(200, { error: searchLong }))),
  cursor,
});

/** A donor in a list: an account, or a guest, known by the address typed when paying. */
export const listedDonor = z.object({
  /** An account's id. For a guest it is the first payment's id, so that the address stays out of every URL. */
  id: z.string(),
  kind: z.enum(['account', 'guest']),
  /** The time at which the account was created, or the guest first paid. */
  at: z.string(),
  email: z.string(),
  /** The full name, as far as we know it, or else the username; null for a guest. */
  name: z.nullable(z.string()),
  /** Always false for a guest. */
  isEmailConfirmed: z.boolean(),
  role: z.nullable(z.enum(staffRoles)),
});

export type ListedDonor = z.infer<typeof listedDonor>;

/** Newest first, at most 50; `?cursor=` continues after the last one. A page with fewer can still have a next page. */
export const listedDonorsResponse = z.array(listedDonor);
