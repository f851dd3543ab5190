import * as z from 'zod/mini';
import { reason } from './reason.ts';

export const approvalSentences = {
  unknown: 'There is no such request.',
  ownRequest: 'Someone else on the team has to approve your request.',
} as const;

/** A request that waits for a second person, as the signed-in staff member sees it. */
export const waitingApproval = z.object({
  id: z.string(),
  kind: z.string(),
  /** `partOf`: the batch of a payout. */
  subject: z.object({ kind: z.string(), id: z.string(), partOf: z.nullable(z.string()) }),
  /** The requested action in words: `Refund of CAD 500.00`. */
  summary: z.string(),
  reason: z.string(),
  requestedAt: z.string(),
  requestedBy: z.string(),
  isOwn: z.boolean(),
  /**
   * How the reader can approve the request.
   * - `second_person`: as the second person
   * - `waiver`: without a second person, because no one else has the right
   * - `none`: not at all; someone else has to
   */
  approvableAs: z.enum(['second_person', 'waiver', 'none']),
});

export type WaitingApproval = z.infer<typeof waitingApproval>;

/** `GET /api/admin/approvals`: the requests that the reader may approve, and the reader's own requests, oldest first. */
export const approvalsResponse = z.array(waitingApproval);

/** `POST /api/admin/approvals/{id}/approve` and `/decline`. */
export const decisionRequest = z.object({ reason });
