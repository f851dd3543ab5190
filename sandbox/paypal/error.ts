/** One problem with a request, in PayPal's codes. */
export interface PayPalIssue {
  readonly issue: string;
  readonly description: string;
  readonly field?: string;
}

/** A refusal: thrown anywhere below an endpoint and answered in PayPal's error form. */
export class PayPalError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly PayPalIssue[];

  constructor(status: number, code: string, message: string, details: readonly PayPalIssue[] = []) {
    super(message);
    this.name = 'PayPalError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** The body of a refusal. */
export const paypalErrorBody = ({ code, message, details }: PayPalError, debugId: string): object => ({
  name: code,
  message,
  debug_id: debugId,
  details,
  links: [],
});

/** The refusal of a valid request that cannot be fulfilled. */
export const unprocessable = (issue: string, description: string): PayPalError =>
  new PayPalError(
    422,
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
    [{ issue, description }],
  );

/** The refusal of a call whose feature is not enabled for the app. */
export const notAuthorized = (): PayPalError =>
  new PayPalError(403, 'NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.', [
    {
      issue: 'PERMISSION_DENIED',
      description: 'You do not have permission to access or perform operations on this resource.',
    },
  ]);

/** The refusal of an unknown id. */
export const noSuchResource = (description: string): PayPalError =>
  new PayPalError(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', [
    { issue: 'INVALID_RESOURCE_ID', description },
  ]);

/** The refusal of an invalid request body. */
export const invalidRequest = (issue: PayPalIssue): PayPalError =>
  new PayPalError(400, 'INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.', [
    issue,
  ]);
