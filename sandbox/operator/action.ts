import type { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';

/** One thing that the operator can do: a POST to its path, by JSON or by a form of the operator's page. */
export interface OperatorAction {
  readonly path: string;
  readonly act: (sandbox: Sandbox, body: unknown) => unknown;
}

/** Makes an action whose input is parsed first; a ZodError says what was wrong with it. */
export function action<T>(
  path: string,
  schema: z.ZodType<T>,
  act: (sandbox: Sandbox, input: T) => unknown,
): OperatorAction {
  return { path, act: (sandbox, body) => act(sandbox, schema.parse(body ?? {})) };
}
