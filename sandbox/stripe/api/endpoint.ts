import type { z } from 'zod';
import type { Origin, Sandbox } from '#sandbox/sandbox.ts';
import { StripeError, invalidParameter } from '../error.ts';

/** An object as the API returns it. */
export type WireObject = Readonly<Record<string, unknown>>;

/** The paths that callers may expand, each with a function that replaces an id with its object. Stripe has many more. */
export type Expansions = ReadonlyMap<string, (sandbox: Sandbox, object: WireObject) => WireObject>;

/** One call of the API: its parameters, its checks and its effect. */
interface EndpointDefinition<Parameters extends { expand?: string[] | undefined }, Input> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with `:id` in place of the object's id. */
  readonly path: string;
  readonly parameters: z.ZodType<Parameters>;
  /** Parameters that an empty string unsets. */
  readonly unsettable?: readonly string[];
  readonly expansions?: Expansions;
  /** Checks the call without changing anything. A StripeError it throws is not remembered under the idempotency key. */
  readonly check: (sandbox: Sandbox, parameters: Parameters, id: string) => Input;
  /** Applies the effect and returns the response. A StripeError it throws is remembered. */
  readonly run: (sandbox: Sandbox, input: Input, origin: Origin) => WireObject;
}

/** A call of the API without the types of its parameters. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Parses and checks the call; the returned function applies its effect and returns the response. */
  readonly prepare: (sandbox: Sandbox, parameters: unknown, id: string) => (origin: Origin) => WireObject;
}

/** Creates an endpoint that parses, checks, runs and expands, in this order. */
export function endpoint<Parameters extends { expand?: string[] | undefined }, Input>(
  definition: EndpointDefinition<Parameters, Input>,
): Endpoint {
  const { method, path, expansions = new Map() } = definition;
  const isList = method === 'GET' && !path.includes(':id');
  return {
    method,
    path,
    prepare: (sandbox, raw, id) => {
      const parameters = parseParameters(definition.parameters, raw, definition.unsettable);
      const expand = readExpansion(expansions, parameters.expand ?? [], isList);
      const input = definition.check(sandbox, parameters, id);
      return (origin) => expand(sandbox, definition.run(sandbox, input, origin));
    },
  };
}

/** Throws a StripeError for a path that cannot be expanded. */
function readExpansion(expansions: Expansions, paths: readonly string[], isList: boolean) {
  const steps = paths.map((path) => {
    const step = isList && !path.startsWith('data.') ? undefined : expansions.get(path.replace(/^data\./, ''));
    if (step !== undefined) return step;
    const message = `This property cannot be expanded (${path}).`;
    throw new StripeError(400, 'invalid_request_error', message, { param: 'expand' });
  });
  return (sandbox: Sandbox, response: WireObject): WireObject => {
    if (steps.length === 0) return response;
    const expandOne = (object: WireObject): WireObject =>
      steps.reduce((expanded, step) => ({ ...expanded, ...step(sandbox, expanded) }), object);
    return isList ? { ...response, data: (response['data'] as WireObject[]).map(expandOne) } : expandOne(response);
  };
}

/**
 * Parses the parameters of a call. Empty strings are accepted only for metadata and parameters in `unsettable`.
 * Throws the refusal that Stripe would return for the first problem.
 */
export function parseParameters<T>(schema: z.ZodType<T>, parameters: unknown, unsettable: readonly string[] = []): T {
  refuseEmptyValues(parameters, [], ['metadata', ...unsettable]);
  const parsed = schema.safeParse(parameters, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(mostSpecificIssue);
  const first = issues.find((issue) => issue.code === 'unrecognized_keys') ?? issues[0];
  throw first === undefined ? invalidParameter('', 'parameter_invalid', 'Invalid request') : asRefusal(first);
}

/** Picks a union's issue from the branch that matched furthest. Returns any other issue unchanged. */
function mostSpecificIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
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

/** A nested parameter as Stripe spells it: `line_items[0][quantity]`. */
function bracketed(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');
}

/** Refuses empty strings, except in metadata and the parameters that an empty string can unset. */
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
