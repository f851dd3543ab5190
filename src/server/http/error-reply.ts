import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { statusOfError, toErrorBody, type ErrorCode } from '#contract/error.ts';
import { DatabaseUnavailable } from '#server/db/database.ts';

/** Responds with a refusal: its status, and a body with its code and a sentence for people. */
export function sendRefusal(reply: FastifyReply, code: ErrorCode, sentence: string): FastifyReply {
  const status = statusOfError[code];
  const retryAfter = retryAfterSeconds.get(status);
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter);
  return reply.code(status).header('cache-control', 'no-store').send(toErrorBody(code, sentence));
}

/** Seconds by status, for responses that have no exact time. A lock after failed logins lasts 15 minutes. */
const retryAfterSeconds: ReadonlyMap<number, number> = new Map([
  [429, 15 * 60],
  [503, 5],
]);

/** A refusal as an exception, for code that cannot respond directly, such as hooks and plugins. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly statusCode: number;

  constructor(code: ErrorCode, sentence: string) {
    super(sentence);
    this.code = code;
    this.statusCode = statusOfError[code];
  }
}

/**
 * Handles every error: refusals with their sentence, an outage of the database as a 503, anything else as a 500. Causes are
 * only logged.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error, request);
    if (refusal) return sendRefusal(reply, refusal.code, refusal.sentence);
    if (error instanceof DatabaseUnavailable) {
      request.log.error({ err: error.cause }, 'the database cannot be used');
      return sendRefusal(reply, 'unavailable', 'Our database is not available. Please try again in a moment.');
    }
    request.log.error({ err: error }, 'request failed');
    return sendRefusal(reply, 'internal', 'Something went wrong on our side. Please try again later.');
  });
}

/** The response for an unknown address that is not a page's. */
export const sendUnknownEndpoint = (reply: FastifyReply): FastifyReply =>
  sendRefusal(reply, 'not_found', 'There is nothing at this address.');

function toRefusal(error: FastifyError, request: FastifyRequest): { code: ErrorCode; sentence: string } | undefined {
  if (error instanceof Refusal) return { code: error.code, sentence: error.message };
  if (hasZodFastifySchemaValidationErrors(error)) return { code: 'invalid_request', sentence: sentenceOf(error) };
  const { upload } = request.routeOptions.config;
  switch (error.statusCode) {
    case 413:
      return { code: 'body_too_large', sentence: upload?.sentences.tooLarge ?? 'The request is too large.' };
    case 415:
      return { code: 'unsupported_content_type', sentence: upload?.sentences.wrongType ?? 'The request must be JSON.' };
    case 429:
      return { code: 'too_many_requests', sentence: 'Too many requests. Please wait a minute and try again.' };
    case 503:
      return { code: 'unavailable', sentence: 'We are restarting. Please try again in a moment.' };
    case 400:
      return { code: 'invalid_request', sentence: 'The request could not be understood.' };
    default:
      return undefined;
  }
}

/** The first of our own sentences among the validation errors; the schema library's messages are not for people. */
function sentenceOf(error: { validation: { message?: string | undefined }[] }): string {
  const ours = error.validation
    .map((fault) => fault.message ?? '')
    .find((message) => message !== '' && !message.startsWith('Invalid input'));
  return ours ?? 'The request is missing something or has a value of the wrong kind.';
}
