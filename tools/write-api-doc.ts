import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { contentVersionHeader } from '#contract/catalogue.ts';
import type { Endpoint, Upload } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { statusOfError, type ErrorCode } from '#contract/error.ts';
import { hasRight, rights, staffRoles } from '#domain/staff/rights.ts';

/** `node tools/write-api-doc.ts` writes docs/api.md from the endpoint table; a test checks that the file is current. */
export function apiDocument(calls: readonly Endpoint[]): string {
  return [introduction, roleTable(), refusalTable(), ...calls.map(sectionOf), outsideTheTable].join('\n');
}

const introduction = `# API

Generated from \`src/contract/endpoints.ts\` by \`node tools/write-api-doc.ts\`. Do not edit.

- \`GET /api/openapi.json\` returns the same as an OpenAPI 3.1 document, for programs and tools.
- Requests and responses are JSON, and requests at most 64 kB, unless a call says otherwise. Unknown fields are ignored.
- Amounts are decimal numbers in the stated currency; instants are ISO 8601 in UTC.
- A query with a value of the wrong kind is refused with 400. Unknown parameters are ignored.
- Calls that change something must come from this site, as shown by \`Sec-Fetch-Site: same-origin\` or \`Origin\`.
- Staff can call with \`Authorization: Bearer\` and an API token instead of a session: what their role allows, except calls marked *only in person*; on public calls a token can only read. Cookies are ignored then, and a token has 300 calls a minute. A token that is not valid is refused with 401 (\`token_invalid\`), and a call that it cannot make with 403 (\`token_not_allowed\`).
- Access: \`public\` is open to everyone; \`donor\` needs a session (401); \`staff\` needs a role on the team, and any other word a role with that right (403).
- A refusal is \`{ code, error, message }\`. \`error\` and \`message\` carry the same sentence. Every response has an \`x-request-id\`.
`;

const outsideTheTable = `## Outside the table

| Call | What it is |
|---|---|
| \`GET /healthz\` | the process is alive |
| \`GET /readyz\` | the process can serve: the database is migrated and seeded, the sandbox (when on) responds, and no shutdown has begun; otherwise 503 |
| \`GET /metrics\` | Prometheus metrics, in production with \`Authorization: Bearer\` and \`METRICS_TOKEN\`, elsewhere for this machine; otherwise 404 |
| \`POST /api/webhooks/stripe\` | webhooks: 400 for an invalid signature or unreadable content, 200 once the event is stored |
| \`POST /api/webhooks/paypal\` | the same for PayPal; 503 while PayPal cannot verify the signature |
| \`GET /pictures/{file}\` | an uploaded picture, by the name from its upload: WebP, cached for a year, with an ETag; otherwise 404 |
| \`POST /newsletter/unsubscribe/{token}\` | one-click unsubscription by mail programs (RFC 8058), a form post from any origin: 200 each time, 404 for an unknown token |
`;

function roleTable(): string {
  const rows = rights.map((right) => {
    const marks = staffRoles.map((role) => (hasRight(role, right) ? 'yes' : ''));
    return `| \`${right}\` | ${marks.join(' | ')} |`;
  });
  return [`| Right | ${staffRoles.join(' | ')} |`, `|---|${staffRoles.map(() => '---|').join('')}`, ...rows, ''].join(
    '\n',
  );
}

function refusalTable(): string {
  const rows = Object.entries(statusOfError).map(([code, status]) => `| \`${code}\` | ${status} |`);
  return ['| Refusal | Status |', '|---|---|', ...rows, ''].join('\n');
}

function sectionOf(call: Endpoint): string {
  const limit =
    call.limitPerMinute === undefined ? '' : ` · at most ${call.limitPerMinute} calls a minute per IP address`;
  return [
    `## ${call.method} ${call.path.replaceAll(/:(\w+)/g, '{$1}')}`,
    '',
    `${call.summary}. Access: \`${call.access}\`${call.onlyInPerson ? ', only in person' : ''}${limit}.${call.hasEntityTag ? ' Responses have an ETag.' : ''}${call.hasContentVersion ? ` \`${contentVersionHeader}\` is the number of the published version.` : ''}${call.bodyMax === undefined ? '' : ` Requests are at most ${call.bodyMax / 1024} kB.`}`,
    '',
    ...(call.query ? ['Query:', '', fieldTable(call.query, 'input')] : []),
    ...(call.body ? ['Request:', '', fieldTable(call.body, 'input')] : []),
    ...(call.upload ? ['Request:', '', uploadText(call.upload)] : []),
    'Response:',
    '',
    call.file === undefined ? fieldTable(call.response, 'output') : `A file of the type \`${call.file}\`.\n`,
    ...(call.errors.length > 0 ? [`Refusals: ${call.errors.map(refusalText).join(', ')}.`, ''] : []),
  ].join('\n');
}

const uploadText = ({ types, bytesMax }: Upload): string =>
  `A file of the type ${types.map((type) => `\`${type}\``).join(' or ')}, at most ${bytesMax / 2 ** 20} MB.\n`;

const refusalText = (code: ErrorCode): string => `\`${code}\` (${statusOfError[code]})`;

/** The part of a JSON schema that the document shows. */
interface ShapeNode {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, ShapeNode>>;
  readonly required?: readonly string[];
  readonly items?: ShapeNode;
  readonly anyOf?: readonly ShapeNode[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

function fieldTable(schema: z.ZodMiniType, io: 'input' | 'output'): string {
  const shape: ShapeNode = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as ShapeNode; // toJSONSchema's documented shape
  const rows = fieldRows(shape, '', true);
  if (rows.length === 0) return 'Nothing.\n';
  return ['| Field | Type | |', '|---|---|---|', ...rows, ''].join('\n');
}

function fieldRows(shape: ShapeNode, path: string, isRequired: boolean): readonly string[] {
  if (shape.properties) {
    const { properties, required = [] } = shape;
    const fields = Object.entries(properties).flatMap(([name, field]) =>
      fieldRows(field, path === '' ? name : `${path}.${name}`, required.includes(name)),
    );
    return path === '' || path.endsWith('[]') ? fields : [rowOf(shape, path, isRequired), ...fields];
  }
  if (shape.items) {
    const items = fieldRows(shape.items, `${path}[]`, true);
    return path === '' || !shape.items.properties ? items : [rowOf(shape, path, isRequired), ...items];
  }
  return path === '' && shape.type === undefined ? [] : [rowOf(shape, path, isRequired)];
}

const rowOf = (shape: ShapeNode, path: string, isRequired: boolean): string =>
  `| \`${path || 'body'}\` | ${typeText(shape)} | ${isRequired ? '' : 'optional'} |`;

function typeText(shape: ShapeNode): string {
  if (shape.anyOf) return shape.anyOf.map(typeText).join(' or ');
  if (shape.enum) return shape.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.type === 'array') return shape.maxItems === undefined ? 'list' : `list, at most ${shape.maxItems}`;
  if (shape.type === 'string' && shape.maxLength !== undefined) return `string, at most ${shape.maxLength} characters`;
  return [shape.type ?? 'anything'].flat().join(' or ') + rangeText(shape);
}

/** The range of a number. Leaves out the bounds of a safe integer, because zod adds them automatically. */
function rangeText({ minimum, maximum }: ShapeNode): string {
  const atLeast = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? '' : `, at least ${minimum}`;
  const atMost = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? '' : `, at most ${maximum}`;
  return atLeast + atMost;
}

if (import.meta.main) {
  writeFileSync(join(import.meta.dirname, '../docs/api.md'), apiDocument(Object.values(endpoints)));
}
