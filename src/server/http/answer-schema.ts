import * as z from 'zod/mini';

/**
 * What the server writes answers by: the shape of the contract as a JSON schema, from which the framework compiles a writer.
 * It writes the fields that the shape names and no others, and refuses one that is missing. Whether each value is of its
 * kind is the compiler's word and the tests'; to look at it again with every answer costs twice the writing.
 */
export function answerSchema(answer: z.ZodMiniType): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(answer, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => joinNull(jsonSchema),
  });
  return schema;
}

/** A value or null as one list of types, which is written without trying one after the other. */
function joinNull(schema: { anyOf?: unknown; type?: unknown }): void {
  if (!Array.isArray(schema.anyOf)) return;
  const kinds: unknown[] = schema.anyOf;
  const types = kinds.map((kind) => (isPlainType(kind) ? kind.type : undefined));
  if (types.includes(undefined)) return;
  delete schema.anyOf;
  schema.type = types;
}

const isPlainType = (kind: unknown): kind is { readonly type: string } =>
  typeof kind === 'object' && kind !== null && Object.keys(kind).join() === 'type';
