import * as z from 'zod/mini';

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schema of what callers send or receive. Leaves out conditions that only code can check, such as a checksum. */
export function toSchema(type: z.ZodMiniType, direction: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, {
    io: direction,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => allowNewFields(jsonSchema),
  });
  return schema;
}

/** Responses may get more fields, so a client that checks them must accept those. */
function allowNewFields(schema: { additionalProperties?: unknown }): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

/** The fields of a query, each a parameter. */
export const toSchemaProperties = (query: z.ZodMiniType) => objectSchema.parse(toSchema(query, 'input'));

const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  required: z._default(z.array(z.string()), []),
});
