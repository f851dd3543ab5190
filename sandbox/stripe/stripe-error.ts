/** The kinds of refusal that Stripe's API knows. */
export type StripeErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** A refusal that a caller of the API reads: thrown anywhere below an endpoint, answered in Stripe's error form. */
export class StripeError extends Error {
  readonly status: number;
  readonly type: StripeErrorType;
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(status: number, type: StripeErrorType, message: string, details: { code?: string; param?: string } = {}) {
    super(message);
    this.name = 'StripeError';
    this.status = status;
    this.type = type;
    this.code = details.code;
    this.param = details.param;
  }
}

/** The body of a refusal: `{"error": {…}}`. */
export function errorBody(error: StripeError): { error: Record<string, string> } {
  return {
    error: {
      ...(error.code === undefined
        ? {}
        : { code: error.code, doc_url: `https://stripe.com/docs/error-codes/${error.code}` }),
      message: error.message,
      ...(error.param === undefined ? {} : { param: error.param }),
      type: error.type,
    },
  };
}

/** A parameter that is missing, unknown or out of its range. */
export function invalidParameter(param: string, code: string, message: string): StripeError {
  return new StripeError(400, 'invalid_request_error', message, { code, param });
}

/** An id that belongs to nothing: 404 when it stood in the path, 400 when it was a parameter. */
export function noSuch(kind: string, id: string, param = 'id', status = 404): StripeError {
  return new StripeError(status, 'invalid_request_error', `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param,
  });
}

/** A path or method that the API does not have. */
export function unrecognizedUrl(method: string, path: string): StripeError {
  return new StripeError(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
}
