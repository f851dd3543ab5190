/** A span as a collector receives it. Ids are hexadecimal; a root span has no parent. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  /** The kind: 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isFailed: boolean;
  /** The attributes of the process that sent the span. */
  readonly resource: Readonly<Record<string, string | number>>;
}

/**
 * Reads a request of OTLP in Protocol Buffers, with the field numbers of opentelemetry-proto: ExportTraceServiceRequest has
 * ResourceSpans in 1, with the Resource in 1 and ScopeSpans in 2, which have spans in 2.
 */
export const readSpans = (body: Buffer): ReceivedSpan[] =>
  messagesIn(body, 1).flatMap((resourceSpans) => {
    const resource = Object.assign({}, ...messagesIn(resourceSpans, 1).map((message) => attributesIn(message, 1)));
    return messagesIn(resourceSpans, 2)
      .flatMap((scopeSpans) => messagesIn(scopeSpans, 2))
      .map((span) => readSpan(span, resource));
  });

function readSpan(span: Buffer, resource: ReceivedSpan['resource']): ReceivedSpan {
  const [status = Buffer.alloc(0)] = messagesIn(span, 15);
  const parentId = hexIn(span, 4);
  return {
    traceId: hexIn(span, 1),
    spanId: hexIn(span, 2),
    parentId: parentId === '' ? undefined : parentId,
    name: messagesIn(span, 5)[0]?.toString() ?? '',
    kind: numberIn(span, 6),
    attributes: attributesIn(span, 9),
    isFailed: numberIn(status, 3) === 2,
    resource,
  };
}

/** Reads KeyValue messages: the key in 1, an AnyValue in 2 with a text in 1 or a whole number in 3. */
const attributesIn = (message: Buffer, field: number): Record<string, string | number> =>
  Object.fromEntries(
    messagesIn(message, field).map((pair) => {
      const [value = Buffer.alloc(0)] = messagesIn(pair, 2);
      return [messagesIn(pair, 1)[0]?.toString() ?? '', messagesIn(value, 1)[0]?.toString() ?? numberIn(value, 3)];
    }),
  );

const messagesIn = (message: Buffer, field: number): Buffer[] =>
  fieldsOf(message).flatMap(([number, value]) => (number === field && Buffer.isBuffer(value) ? [value] : []));

const hexIn = (message: Buffer, field: number): string => messagesIn(message, field)[0]?.toString('hex') ?? '';

const numberIn = (message: Buffer, field: number): number =>
  fieldsOf(message).reduce((last, [number, value]) => (number === field ? Number(value) : last), 0);

/** Reads the fields of a message in order: numbers, or the bytes of texts and messages. */
function fieldsOf(message: Buffer): [field: number, value: bigint | Buffer][] {
  const fields: [number, bigint | Buffer][] = [];
  let offset = 0;
  const take = (length: number): Buffer => message.subarray(offset, (offset += length));
  const takeVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = take(1).readUInt8();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (offset < message.length) {
    const tag = Number(takeVarint());
    const field = tag >> 3;
    switch (tag & 7) {
      case 0:
        fields.push([field, takeVarint()]);
        break;
      case 1:
        fields.push([field, take(8).readBigUInt64LE()]);
        break;
      case 2:
        fields.push([field, take(Number(takeVarint()))]);
        break;
      case 5:
        fields.push([field, BigInt(take(4).readUInt32LE())]);
        break;
      default:
        throw new TypeError(`unknown wire type ${tag & 7}`);
    }
  }
  return fields;
}
