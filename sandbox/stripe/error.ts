/** The error types of Stripe's API. */
export type StripeErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** A refusal. An endpoint and the functions it calls throw it; the response has Stripe's error form. */
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

/** The refusal of a missing, unknown or invalid parameter. */
export function invalidParameter(param: string, code: string, message: string): StripeError {
  return new StripeError(400, 'invalid_request_error', message, { code, param });
}

/** The refusal of an unknown id: 404 for an id in the path, 400 for a parameter. */
export function noSuch(kind: string, id: string, param = 'id', status = 404): StripeError {
  return new StripeError(status, 'invalid_request_error', `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param,
  });
}

/** The refusal of an unknown path or method. */
export function unrecognizedUrl(method: string, path: string): StripeError {
  return new StripeError(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
}
