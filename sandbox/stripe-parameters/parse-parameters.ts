import type { z } from 'zod';
import { invalidParameter } from '../stripe/stripe-error.ts';
import type { StripeError } from '../stripe/stripe-error.ts';

/**
 * Parses what a caller sent by an endpoint's schema; an empty text is taken only where the endpoint can unset something.
 * Throws the refusal that Stripe would answer for the first thing that is wrong.
 */
export function parseParameters<T>(schema: z.ZodType<T>, parameters: unknown, unsettable: readonly string[] = []): T {
  refuseEmptyValues(parameters, [], ['metadata', ...unsettable]);
  const parsed = schema.safeParse(parameters, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(mostTelling);
  const first = issues.find((issue) => issue.code === 'unrecognized_keys') ?? issues[0];
  throw first === undefined ? invalidParameter('', 'parameter_invalid', 'Invalid request') : asRefusal(first);
}

/** Of the branches of a union, the one that came furthest says best what is wrong. */
function mostTelling(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const branches = issue.errors.flat();
  const best = branches.find((branch) => branch.code !== 'invalid_type') ?? branches[0];
  return best === undefined ? issue : { ...best, path: [...issue.path, ...best.path] };
}

function asRefusal(issue: z.core.$ZodIssue): StripeError {
  if (issue.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0] ?? '']);
    return invalidParameter(param, 'parameter_unknown', `Received unknown parameter: ${param}`);
  }
  const param = bracketed(issue.path);
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return invalidParameter(param, 'parameter_missing', `Missing required param: ${param}.`);
  }
  if (issue.code === 'custom' && typeof issue.params?.['code'] === 'string') {
    return invalidParameter(param, issue.params['code'], issue.message);
  }
  return invalidParameter(param, 'parameter_invalid', `Invalid ${param}: ${issue.message}`);
}

/** Stripe's spelling of a nested parameter: `line_items[0][quantity]`. */
function bracketed(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');
}

/** An empty text means "unset", which has a use for metadata and few other parameters. */
function refuseEmptyValues(value: unknown, path: readonly string[], unsettable: readonly string[]): void {
  if (value === '') {
    const param = bracketed(path);
    const message = `You passed an empty string for '${param}'. Remove '${param}' from your request instead.`;
    throw invalidParameter(param, 'parameter_invalid_empty', message);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!unsettable.includes(key)) refuseEmptyValues(inner, [...path, key], unsettable);
  }
}
