import * as z from 'zod/mini';
import { donorSum } from './detail.ts';
import { listedDonor } from './search.ts';
import { reason } from '../reason.ts';

export const mergeSentences = {
  otherMissing: 'Please enter the ID of the other donor.',
  intoGuest: 'Donors can only be merged into an account.',
  sameDonor: 'These are the same donor.',
  memberOfTeam: 'Accounts of members of the team cannot be merged.',
  unconfirmed: 'Both accounts need a confirmed address first.',
  otherAddress:
    'A guest can only be merged into the account with the same address. The donor can claim these donations with the links in the receipts, or confirm this address for an account.',
  nothingLeft: "All of this guest's donations already belong to an account.",
} as const;

const otherId = z
  .string({ error: mergeSentences.otherMissing })
  .check(z.trim(), z.minLength(1, { error: mergeSentences.otherMissing }), z.maxLength(100));

/** `GET /api/admin/donors/{id}/merge/{endingId}`: the effects of a merge. `{id}` is the account that stays. */
export const mergePreview = z.object({
  kept: listedDonor,
  /** The account that would end, or the guest. A guest's address stays with the donations for support. */
  ending: listedDonor,
  /** The sums of the donations that would move. */
  sums: z.array(donorSum),
  /** The number of monthly donations that would move. Ended ones do not count. */
  plans: z.int(),
});

export type MergePreview = z.infer<typeof mergePreview>;

/** `POST /api/admin/donors/{id}/merge`. */
export const mergeRequest = z.object({ with: otherId, reason });

/** The numbers of donations and plans that have moved. */
export const mergeResponse = z.object({ donations: z.int(), plans: z.int() });

/** `POST /api/admin/donors/{id}/erasure`. */
export const eraseDonorRequest = z.object({ reason });

export const eraseDonorResponse = z.object({});
