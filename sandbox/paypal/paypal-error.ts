/** One thing that is wrong with a request, in PayPal's codes. */
export interface PayPalIssue {
  readonly issue: string;
  readonly description: string;
  readonly field?: string;
}

/** A refusal in PayPal's form: thrown anywhere below an endpoint. */
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

/** A request that is well-formed and cannot be done. */
export const unprocessable = (issue: string, description: string): PayPalError =>
  new PayPalError(
    422,
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
    [{ issue, description }],
  );

/** An id that belongs to nothing. */
export const noSuchResource = (description: string): PayPalError =>
  new PayPalError(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', [
    { issue: 'INVALID_RESOURCE_ID', description },
  ]);

/** A request whose content does not fit the call. */
export const invalidRequest = (issue: PayPalIssue): PayPalError =>
  new PayPalError(400, 'INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.', [
    issue,
  ]);
