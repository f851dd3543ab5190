import * as z from 'zod/mini';

/** Every refusal and its HTTP status (spec-readings, The wire). */
export const statusOfError = {
  invalid_request: 400,
  invalid_charity: 400,
  invalid_amount: 400,
  invalid_address: 400,
  invalid_signature: 400,
  login_failed: 401,
  second_factor_needed: 401,
  sign_in_required: 401,
  forbidden: 403,
  second_factor_missing: 403,
  foreign_origin: 403,
  not_found: 404,
  donation_not_found: 404,
  username_taken: 400,
  link_invalid: 400,
  password_wrong: 400,
  code_wrong: 400,
  email_taken: 400,
  prices_changed: 409,
  order_not_approved: 409,
  plan_over: 409,
  plan_busy: 409,
  nothing_to_refund: 409,
  refund_under_way: 409,
  remaining_changed: 409,
  refund_conflict: 409,
  already_staff: 409,
  member_of_team: 409,
  merge_refused: 409,
  last_owner: 409,
  already_resolved: 409,
  action_not_offered: 409,
  still_differs: 409,
  approval_waiting: 409,
  approval_decided: 409,
  approval_outdated: 409,
  not_payable: 409,
  already_decided: 409,
  second_person_needed: 409,
  change_waiting: 409,
  batch_open: 409,
  no_bank_account: 409,
  invalid_bank_details: 400,
  invalid_day: 400,
  no_recipient: 409,
  receipt_held: 409,
  address_not_editable: 409,
  already_claimed: 409,
  month_open: 409,
  version_outdated: 409,
  version_in_past: 400,
  nothing_changed: 409,
  payment_declined: 422,
  checkout_conflict: 409,
  body_too_large: 413,
  unsupported_content_type: 415,
  too_many_requests: 429,
  too_many_declines: 429,
  internal: 500,
  provider_unavailable: 503,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof statusOfError;

/** The body of every refusal. `error` and `message` carry the same sentence, because the spec reads either (spec 7). */
export const errorBody = z.object({ code: z.string(), error: z.string(), message: z.string() });

export type ErrorBody = z.infer<typeof errorBody>;

export const toErrorBody = (code: ErrorCode, sentence: string): ErrorBody => ({
  code,
  error: sentence,
  message: sentence,
});
