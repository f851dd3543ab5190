import * as z from 'zod/mini';
import { planAnswer } from '#contract/recurring.ts';
import { staffRoles } from '#domain/staff/rights.ts';
import { listedDonation } from './donations.ts';
import { reason } from './reason.ts';

export const donorSentences = {
  unknown: 'There is no donor with this ID.',
  searchLong: 'A search can have at most 200 characters.',
  cursorInvalid: 'This page does not exist.',
  memberOfTeam: 'This account belongs to a member of the team. It can be erased after the membership has ended.',
} as const;

const { searchLong, cursorInvalid } = donorSentences;

const cursor = z.optional(z.string({ error: cursorInvalid }));

/** `GET /api/admin/donors`: `search` is an email address, a name or how it begins, or an id. */
export const donorsQuery = z.object({
  search: z.optional(z.string().check(z.maxLength(200, { error: searchLong }))),
  cursor,
});

/** `GET /api/admin/donors/{id}/donations`. */
export const donorDonationsQuery = z.object({ cursor });

/** A donor in a list: an account, or a guest, who is an address that was typed when paying. */
export const listedDonor = z.object({
  /** An account's id. A guest has no id, so the first payment's stands for the address, which stays out of every URL. */
  id: z.string(),
  kind: z.enum(['account', 'guest']),
  /** When the account was created, or when the guest first paid. */
  at: z.string(),
  email: z.string(),
  /** The full name as far as it is known, or the username; null for a guest. */
  name: z.nullable(z.string()),
  /** Always false for a guest. */
  isEmailConfirmed: z.boolean(),
  role: z.nullable(z.enum(staffRoles)),
});

export type ListedDonor = z.infer<typeof listedDonor>;

/** Newest first, at most 50; `?cursor=` continues after the last one. A page with fewer can still have a next one. */
export const listedDonorsAnswer = z.array(listedDonor);

/** What a donor gave in one currency. */
export const donorSum = z.object({
  currency: z.string(),
  donations: z.int(),
  /** What was charged, fee included. */
  charged: z.number(),
  /** What refunds and disputes took back of it. */
  returned: z.number(),
});

export type DonorSum = z.infer<typeof donorSum>;

const newsletterConsent = z.object({
  status: z.enum(['waiting', 'confirmed', 'unsubscribed']),
  requestedAt: z.string(),
  confirmedAt: z.nullable(z.string()),
  unsubscribedAt: z.nullable(z.string()),
});

const donorMessage = z.object({
  id: z.string(),
  /** May be empty. */
  subject: z.string(),
  sentAt: z.string(),
  state: z.enum(['new', 'read', 'answered']),
});

const donorNote = z.object({
  id: z.string(),
  donationId: z.string(),
  note: z.string(),
  author: z.nullable(z.string()),
  at: z.string(),
});

/** `GET /api/admin/donors/{id}`: what is known about a donor, besides the donations. */
export const donorDetail = z.object({
  ...listedDonor.shape,
  /** Null for a guest. */
  account: z.nullable(
    z.object({ username: z.string(), country: z.string(), timeZone: z.string(), hasSecondFactor: z.boolean() }),
  ),
  /** By currency. Without donations that a guest paid and an account has claimed: those are the account's. */
  sums: z.array(donorSum),
  plans: z.array(planAnswer),
  /** The newest messages that were sent with this address; null for readers who may not see messages. */
  messages: z.nullable(z.array(donorMessage)),
  /** The subscription of the address; null without one. */
  newsletter: z.nullable(newsletterConsent),
  /** The newest notes of the team about the donor's donations. */
  notes: z.array(donorNote),
  /** The guest with the account's address, or the account with the guest's; null when there is none. */
  sameAddressId: z.nullable(z.string()),
});

export type DonorDetail = z.infer<typeof donorDetail>;

/** Newest first, at most 50: donations, and payments that have not become one. */
export const donorDonationsAnswer = z.array(listedDonation);

/** `POST /api/admin/donors/{id}/erasure`. */
export const eraseDonorRequest = z.object({ reason });

export const eraseDonorAnswer = z.object({});
