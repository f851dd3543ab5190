import type * as z from 'zod/mini';
import { contentVersionHeader } from '#contract/catalogue.ts';
import { isStaffAccess, nextCursorHeader, type Endpoint, type EndpointTable, type Upload } from '#contract/endpoint.ts';
import { errorBody, statusOfError, type ErrorCode } from '#contract/error.ts';
import { webhookMessages } from '#contract/webhooks.ts';
import { brand } from '#domain/brand.ts';
import { refusalsOf } from './refusals-of.ts';
import { toSchema, toSchemaProperties, type JsonSchema } from './to-schema.ts';

/** Describes the endpoint table as an OpenAPI 3.1 document for a server at an address. */
export const describeApi = (endpoints: EndpointTable, publicUrl: string) => ({
  openapi: '3.1.1',
  info: {
    title: `${brand.name} API`,
    version: '1',
    description:
      'Amounts are decimal numbers in the stated currency; instants are ISO 8601 in UTC. Fields may be added to responses, so ignore those that you do not know.',
  },
  servers: [{ url: publicUrl }],
  paths: pathsOf(endpoints),
  webhooks: Object.fromEntries(webhookMessages.map((message) => [message.type, { post: webhookOf(message) }])),
  components: {
    schemas: { Refusal: toSchema(errorBody, 'output') },
    securitySchemes,
  },
});

/** How callers can authenticate. */
const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'The cookie of a session in a browser. With https its name is `__Host-session`.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'kb_…',
    description: 'The API token of a staff member, created on the Integrations page of the admin area.',
  },
} as const;

const webhookOf = ({ type, summary, body }: (typeof webhookMessages)[number]) => ({
  operationId: type,
  summary,
  description:
    'Signed as the Standard Webhooks specification says. A receiver may get a message more than once, and out of order: `webhook-id` is the same each time.',
  tags: ['webhooks'],
  security: [],
  parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  })),
  requestBody: { required: true, content: { 'application/json': { schema: toSchema(body, 'output') } } },
  responses: {
    '2XX': { description: 'Received. Any other response is a failure, and the message is sent again later.' },
  },
});

function pathsOf(endpoints: EndpointTable): Readonly<Record<string, Readonly<Record<string, object>>>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return paths;
}

const operationOf = (name: string, endpoint: Endpoint) => ({
  operationId: name,
  summary: endpoint.summary,
  description: accessText(endpoint),
  tags: [tagOf(endpoint)],
  security: securityOf(endpoint),
  ...(parametersOf(endpoint).length > 0 ? { parameters: parametersOf(endpoint) } : {}),
  ...(endpoint.body ? { requestBody: requestBodyOf(endpoint.body) } : {}),
  ...(endpoint.upload ? { requestBody: uploadOf(endpoint.upload) } : {}),
  responses: responsesOf(endpoint),
});

function securityOf({ access, onlyInPerson }: Endpoint): readonly object[] {
  if (access === 'public') return [];
  return isStaffAccess(access) && !onlyInPerson ? [{ session: [] }, { token: [] }] : [{ session: [] }];
}

const tagOf = ({ access }: Endpoint): string => {
  if (access === 'public') return 'public';
  return isStaffAccess(access) ? 'staff' : 'donor';
};

function accessText({ access, limitPerMinute }: Endpoint): string {
  const limit = limitPerMinute === undefined ? '' : ` At most ${limitPerMinute} calls a minute per IP address.`;
  if (access === 'public') return `Open to everyone.${limit}`;
  if (access === 'donor') return `For signed-in users.${limit}`;
  return `${access === 'staff' ? 'For everyone on the team' : `For roles with the right ${access}`}.${limit}`;
}

function parametersOf({ path, query }: Endpoint): readonly object[] {
  const inPath = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  if (!query) return inPath;
  const { properties, required } = toSchemaProperties(query);
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
}

const requestBodyOf = (body: z.ZodMiniType) => ({
  required: !body.safeParse(null).success && !body.safeParse(undefined).success,
  content: { 'application/json': { schema: toSchema(body, 'input') } },
});

const uploadOf = ({ types, bytesMax }: Upload) => ({
  required: true,
  description: `A file of at most ${bytesMax} bytes.`,
  content: Object.fromEntries(types.map((type) => [type, {}])),
});

const responsesOf = (endpoint: Endpoint): Readonly<Record<string, object>> => ({
  '200': {
    description: 'The response',
    headers: headersOf(endpoint),
    content: contentOf(endpoint),
  },
  ...(endpoint.hasEntityTag ? { '304': { description: 'The caller already has this response' } } : {}),
  ...Object.fromEntries(
    Array.from(
      Map.groupBy(refusalsOf(endpoint), (code) => statusOfError[code]),
      ([status, codes]) => [String(status), refusalResponse(codes)],
    ),
  ),
});

function headersOf({ query, hasEntityTag, hasContentVersion }: Endpoint): Readonly<Record<string, object>> {
  const schema = { type: 'string' };
  const isList = query !== undefined && 'cursor' in toSchemaProperties(query).properties;
  return {
    'x-request-id': { schema },
    ...(hasEntityTag ? { etag: { schema } } : {}),
    ...(hasContentVersion ? { [contentVersionHeader]: { schema, description: 'For `pricedWith`' } } : {}),
    ...(isList ? { [nextCursorHeader]: { schema, description: 'For `?cursor=`; absent on the last page' } } : {}),
  };
}

const contentOf = ({ file, response }: Endpoint): Readonly<Record<string, { schema?: JsonSchema }>> =>
  file === undefined ? { 'application/json': { schema: toSchema(response, 'output') } } : { [file]: {} };

const refusalResponse = (codes: readonly ErrorCode[]) => ({
  description: codes.join(', '),
  content: {
    'application/json': {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { code: { enum: codes } } }],
      },
    },
  },
});
