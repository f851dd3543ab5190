import * as z from 'zod/mini';
import { ConfigError } from './variables.ts';

/** Says where traces are sent and which are recorded, from OpenTelemetry's standard variables (decision 0142). */
export interface TracingConfig {
  /** The address that takes OTLP over HTTP, in Protocol Buffers. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The attributes of this server that every span has, such as `service.name`. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampling: Sampling;
}

export interface Sampling {
  /** The share of traces that is recorded, from 0 to 1. */
  readonly ratio: number;
  /** True if a trace that began in another program is recorded exactly when that program records it. */
  readonly followsParent: boolean;
}

/** Other programs on the machine may use these variables too, so only `parseTracing` checks their values. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(z.string()),
  OTEL_EXPORTER_OTLP_HEADERS: z.optional(z.string()),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.optional(z.string()),
  OTEL_SERVICE_NAME: z.optional(z.string()),
  OTEL_RESOURCE_ATTRIBUTES: z.optional(z.string()),
  OTEL_TRACES_SAMPLER: z.optional(z.string()),
  OTEL_TRACES_SAMPLER_ARG: z.optional(z.string()),
  OTEL_SDK_DISABLED: z.optional(z.string()),
};

type TracingSettings = Readonly<Partial<Record<keyof typeof tracingVariables, string | undefined>>>;

/** Returns undefined if there is no endpoint, or if OTEL_SDK_DISABLED is true: nothing is recorded then. */
export function parseTracing(settings: TracingSettings): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: protocol = supportedProtocol } = settings;
  if (endpoint === undefined || settings.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined;
  if (protocol !== supportedProtocol)
    throw new ConfigError(`OTEL_EXPORTER_OTLP_PROTOCOL must be ${supportedProtocol}.`);
  const { OTEL_SERVICE_NAME: serviceName } = settings;
  return {
    url: tracesUrl(endpoint),
    headers: parsePairs('OTEL_EXPORTER_OTLP_HEADERS', settings.OTEL_EXPORTER_OTLP_HEADERS),
    resource: {
      'service.name': 'kindbite',
      ...parsePairs('OTEL_RESOURCE_ATTRIBUTES', settings.OTEL_RESOURCE_ATTRIBUTES),
      ...(serviceName === undefined ? {} : { 'service.name': serviceName }),
    },
    sampling: parseSampling(settings),
  };
}

const supportedProtocol = 'http/protobuf';

function tracesUrl(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isUsable =
    url && /^https?:$/.test(url.protocol) && [url.username, url.password, url.search, url.hash].join('') === '';
  if (!isUsable)
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an address that begins with http:// or https://, without a password or a query.',
    );
  return `${url.href.replace(/\/$/, '')}/v1/traces`;
}

/** Parses `key=value,key=value`, in which values are percent-encoded. */
function parsePairs(name: string, text = ''): Record<string, string> {
  const pairs = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => parsePair(name, pair)));
}

/** A value may contain `=`, as base64 does. */
function parsePair(name: string, pair: string): [string, string] {
  const [, key, encoded] = /^([!#$%&'*+.^_`|~\w-]+)\s*=\s*([\x20-\x7e]*)$/.exec(pair) ?? [];
  const value = encoded === undefined ? undefined : decoded(encoded);
  if (key !== undefined && value !== undefined) return [key, value];
  throw new ConfigError(`${name} must be a list such as key=value,key=value, with percent-encoded values.`);
}

/** Decodes a text; undefined for text that is not percent-encoded, or that no header can contain. */
function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text);
    return /\p{Cc}/u.test(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

const samplers: Readonly<Record<string, { readonly ratio?: 0 | 1; readonly followsParent: boolean }>> = {
  parentbased_always_on: { ratio: 1, followsParent: true },
  parentbased_always_off: { ratio: 0, followsParent: true },
  parentbased_traceidratio: { followsParent: true },
  always_on: { ratio: 1, followsParent: false },
  always_off: { ratio: 0, followsParent: false },
  traceidratio: { followsParent: false },
};

function parseSampling(settings: TracingSettings): Sampling {
  const { OTEL_TRACES_SAMPLER: name = 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: share = '1' } = settings;
  const sampler = Object.hasOwn(samplers, name) ? samplers[name] : undefined;
  if (!sampler) throw new ConfigError(`OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers).join(', ')}.`);
  if (!/^\d*\.?\d+$/.test(share) || Number(share) > 1)
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.');
  return { ratio: sampler.ratio ?? Number(share), followsParent: sampler.followsParent };
}
