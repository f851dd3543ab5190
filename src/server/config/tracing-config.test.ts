import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig, type Environment } from './config.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
const tracingOf = (env: Environment) => parseConfig(env).tracing;

describe('traces', () => {
  test.each<Environment>([
    {},
    { OTEL_SERVICE_NAME: 'donations', OTEL_TRACES_SAMPLER: 'jaeger_remote', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { ...endpoint, OTEL_SDK_DISABLED: 'true' },
  ])('are not recorded with %j', (env) => {
    expect(tracingOf(env)).toBeUndefined();
  });

  test('are all recorded, under our name, when only an endpoint is set', () => {
    expect(tracingOf(endpoint)).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: {},
      resource: { 'service.name': 'kindbite' },
      sampling: { ratio: 1, followsParent: true },
    });
  });

  test('take every setting from the standard variables', () => {
    const given = tracingOf({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20dXNlcjpwYXNz==, x-tenant=give',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_SERVICE_NAME: 'donations',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=production',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_SDK_DISABLED: 'false',
    });
    expect(given).toEqual({
      url: 'https://collector.example/otlp/v1/traces',
      headers: { authorization: 'Basic dXNlcjpwYXNz==', 'x-tenant': 'give' },
      resource: { 'service.name': 'donations', 'deployment.environment.name': 'production' },
      sampling: { ratio: 0.25, followsParent: true },
    });
  });

  test.each<[string, number, boolean]>([
    ['parentbased_always_on', 1, true],
    ['parentbased_always_off', 0, true],
    ['parentbased_traceidratio', 0.5, true],
    ['always_on', 1, false],
    ['always_off', 0, false],
    ['traceidratio', 0.5, false],
  ])('are sampled by %s: a share of %d, following the caller: %s', (sampler, ratio, followsParent) => {
    const env = { ...endpoint, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '.5' };
    expect(tracingOf(env)?.sampling).toEqual({ ratio, followsParent });
  });

  const addressRefusal =
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an address that begins with http:// or https://, without a password or a query.';
  const listRefusal = (name: string): string =>
    `${name} must be a list such as key=value,key=value, with percent-encoded values.`;
  const shareRefusal = 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.';
  test.each<[Environment, string]>([
    ...[
      'collector:4317',
      'localhost',
      'ftp://collector.example',
      'http://',
      'https://key:secret@collector.example',
    ].map((address): [Environment, string] => [{ OTEL_EXPORTER_OTLP_ENDPOINT: address }, addressRefusal]),
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example/?key=1' }, addressRefusal],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf.'],
    ...['key', '=value', 'two words=value', 'key=%', 'key=%0d%0aother', 'key=välue'].map(
      (list): [Environment, string] => [
        { ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: list },
        listRefusal('OTEL_EXPORTER_OTLP_HEADERS'),
      ],
    ),
    [{ ...endpoint, OTEL_RESOURCE_ATTRIBUTES: 'zone' }, listRefusal('OTEL_RESOURCE_ATTRIBUTES')],
    [
      { ...endpoint, OTEL_TRACES_SAMPLER: 'jaeger_remote' },
      'OTEL_TRACES_SAMPLER must be one of parentbased_always_on, parentbased_always_off, parentbased_traceidratio, always_on, always_off, traceidratio.',
    ],
    [
      { ...endpoint, OTEL_TRACES_SAMPLER: 'toString' },
      'OTEL_TRACES_SAMPLER must be one of parentbased_always_on, parentbased_always_off, parentbased_traceidratio, always_on, always_off, traceidratio.',
    ],
    ...['1.5', '-1', 'half', '1e-1', '0.'].map((share): [Environment, string] => [
      { ...endpoint, OTEL_TRACES_SAMPLER_ARG: share },
      shareRefusal,
    ]),
  ])('with %j keep the product from starting, with one sentence', (env, sentence) => {
    expect(() => parseConfig(env)).toThrow(new ConfigError(sentence));
  });

  test('never repeat a secret in an error', () => {
    const headers = 'authorization=secret-key-1,broken';
    expect(() => parseConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('secret-key-1') }),
    );
  });
});
