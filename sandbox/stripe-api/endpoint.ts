import type { z } from 'zod';
import type { Origin, Sandbox } from '../sandbox.ts';
import { parseParameters } from '../stripe-parameters/parse-parameters.ts';
import { checkExpansion, expand } from './expand.ts';
import type { ObjectKind } from './expandables.ts';

/** One call of the API: what it takes, what it checks and what it does. */
interface EndpointDefinition<Parameters extends { expand?: string[] | undefined }, Input> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with `:id` where an object's id stands. */
  readonly path: string;
  readonly parameters: z.ZodType<Parameters>;
  /** Parameters that an empty text unsets. */
  readonly unsettable?: readonly string[];
  readonly answers: { readonly kind: ObjectKind; readonly isList?: boolean };
  /** Refuses, by throwing a StripeError, what must not be remembered under an idempotency key. Changes nothing. */
  readonly check: (sandbox: Sandbox, parameters: Parameters, id: string) => Input;
  /** Does the deed and returns the answer. Its refusals are remembered. */
  readonly run: (sandbox: Sandbox, input: Input, origin: Origin) => unknown;
}

/** A call of the API, ready to be prepared: the parameters' types are behind it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Parses and checks; the returned function does the deed and gives the answer. */
  readonly prepare: (sandbox: Sandbox, parameters: unknown, id: string) => (origin: Origin) => unknown;
}

/** Makes an endpoint of its definition: parsing first, then checks, then the deed, then expansion of the answer. */
export function endpoint<Parameters extends { expand?: string[] | undefined }, Input>(
  definition: EndpointDefinition<Parameters, Input>,
): Endpoint {
  const { kind, isList = false } = definition.answers;
  return {
    method: definition.method,
    path: definition.path,
    prepare: (sandbox, raw, id) => {
      const parameters = parseParameters(definition.parameters, raw, definition.unsettable);
      const paths = parameters.expand ?? [];
      checkExpansion(kind, isList, paths);
      const input = definition.check(sandbox, parameters, id);
      return (origin) => expand(sandbox, kind, definition.run(sandbox, input, origin), paths);
    },
  };
}
