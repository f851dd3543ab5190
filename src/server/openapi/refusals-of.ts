import { isStaffAccess, type Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/error.ts';

/** Every refusal that an endpoint can respond with: its own, and those of all calls like it. */
export function refusalsOf(endpoint: Endpoint): readonly ErrorCode[] {
  const { access, method, query, path, onlyInPerson, errors } = endpoint;
  const hasInput = method !== 'GET' || query !== undefined || path.includes(':');
  const isForTokens = access === 'public' ? method === 'GET' : isStaffAccess(access) && !onlyInPerson;
  return [
    ...new Set<ErrorCode>([
      ...errors,
      ...(hasInput ? (['invalid_request'] as const) : []),
      ...(access === 'public' ? [] : (['sign_in_required'] as const)),
      ...(isStaffAccess(access) ? (['forbidden', 'second_factor_missing'] as const) : []),
      ...(method === 'GET' ? [] : (['foreign_origin', 'body_too_large', 'unsupported_content_type'] as const)),
      ...(isForTokens ? [] : (['token_not_allowed'] as const)),
      'token_invalid',
      'too_many_requests', // every token has a limit
      'internal',
      'unavailable',
    ]),
  ];
}
