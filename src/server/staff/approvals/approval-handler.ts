import type * as z from 'zod/mini';
import type { Subject } from '#domain/staff/actions.ts';
import type { ApprovalKind } from '#domain/staff/approvals.ts';
import type { Right } from '#domain/staff/rights.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '../record-action.ts';

/** An approved request, as its handler gets it. */
export interface ApprovedRequest<Payload> {
  readonly id: string;
  readonly subject: Subject;
  readonly payload: Payload;
  readonly reason: string;
  readonly requester: { readonly id: string; readonly username: string };
  readonly approver: Exclude<Actor, 'system'>;
}

/** `outdated`: the action is no longer possible, and the sentence says why; nothing has changed. */
export type ApprovalResult = { readonly code: 'performed' } | { readonly code: 'outdated'; readonly sentence: string };

/** How a feature describes and carries out the requests of one kind. */
export interface ApprovalHandler {
  /** The right that an approver needs. */
  readonly right: Right;
  /** What will be done, in a few words: `Refund of CAD 500.00`. */
  readonly summaryOf: (payload: unknown) => string;
  /** Performs the action in the approving transaction, after checking that it is still possible. */
  readonly perform: (deps: Deps, tx: Tx, request: ApprovedRequest<unknown>) => Promise<ApprovalResult>;
}

export type ApprovalHandlers = Readonly<Record<ApprovalKind, ApprovalHandler>>;

/** A handler whose payload is parsed by a schema. */
export const approvalHandler = <Payload>(handler: {
  readonly right: Right;
  readonly payload: z.ZodMiniType<Payload>;
  readonly summaryOf: (payload: Payload) => string;
  readonly perform: (deps: Deps, tx: Tx, request: ApprovedRequest<Payload>) => Promise<ApprovalResult>;
}): ApprovalHandler => ({
  right: handler.right,
  summaryOf: (payload) => handler.summaryOf(handler.payload.parse(payload)),
  perform: (deps, tx, request) =>
    handler.perform(deps, tx, { ...request, payload: handler.payload.parse(request.payload) }),
});
