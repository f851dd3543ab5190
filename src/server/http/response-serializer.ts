import fastJsonStringify from 'fast-json-stringify';
import * as z from 'zod/mini';

type Serializer = (response: unknown) => string;

/**
 * The serializer of a response. It writes only the fields of the response's shape and throws if one is missing. It does not
 * check each value's type, which would double the time; the compiler and the tests do that. It is compiled for the first
 * response, because compiling all of them takes a tenth of the time of a start.
 */
export function serializerOf(shape: z.ZodMiniType): Serializer {
  let serialize: Serializer | undefined;
  return (response) => (serialize ??= compiledSerializer(shape))(response);
}

/** Shared by all servers of a process, because tests build thousands of servers. */
function compiledSerializer(shape: z.ZodMiniType): Serializer {
  const serialize = compiledSerializers.get(shape) ?? fastJsonStringify(toJsonSchema(shape));
  compiledSerializers.set(shape, serialize);
  return serialize;
}

const compiledSerializers = new WeakMap<z.ZodMiniType, Serializer>();

function toJsonSchema(response: z.ZodMiniType): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(response, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => joinNull(jsonSchema),
  });
  return schema;
}

/** Turns `anyOf` of plain types, such as a value or null, into one list of types, so that the serializer need not try each. */
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
