/** One problem with a request, in PayPal's codes. */
export interface PayPalIssue {
  readonly issue: string;
  readonly description: string;
  readonly field?: string;
}

/** A refusal. An endpoint and the functions it calls throw it; the response has PayPal's error form. */
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

/** The body of a refusal. Its links lead to PayPal's description of each issue. */
export const paypalErrorBody = ({ code, message, details }: PayPalError, debugId: string): object => ({
  name: code,
  message,
  debug_id: debugId,
  ...(details.length === 0
    ? {}
    : {
        details,
        links: details.map(({ issue }) => ({
          href: `https://developer.paypal.com/docs/api/orders/v2/#error-${issue}`,
          rel: 'information_link',
          method: 'GET',
        })),
      }),
});

/** The refusal of a valid request that cannot be fulfilled. */
export const unprocessable = (issue: string, description: string): PayPalError =>
  new PayPalError(
    422,
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
    [{ issue, description }],
  );

/** The refusal of a call while another one for the same resource is still running. */
export const stillRunning = (): PayPalError =>
  new PayPalError(409, 'RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.', [
    {
      issue: 'PREVIOUS_REQUEST_IN_PROGRESS',
      description:
        'A previous request on this resource is currently in progress. Please wait for some time and try again.',
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
