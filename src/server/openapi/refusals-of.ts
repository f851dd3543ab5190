import { isStaffAccess, type Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/error.ts';

/** Every refusal that an endpoint can answer with: its own, and those of all calls like it. */
export function refusalsOf(endpoint: Endpoint): readonly ErrorCode[] {
  const { access, method, query, path, limitPerMinute, errors } = endpoint;
  const hasInput = method !== 'GET' || query !== undefined || path.includes(':');
  return [
    ...new Set<ErrorCode>([
      ...errors,
      ...(hasInput ? (['invalid_request'] as const) : []),
      ...(access === 'public' ? [] : (['sign_in_required'] as const)),
      ...(isStaffAccess(access) ? (['forbidden', 'second_factor_missing'] as const) : []),
      ...(method === 'GET' ? [] : (['foreign_origin', 'body_too_large', 'unsupported_content_type'] as const)),
      ...(limitPerMinute === undefined ? [] : (['too_many_requests'] as const)),
      'internal',
      'unavailable',
    ]),
  ];
}
