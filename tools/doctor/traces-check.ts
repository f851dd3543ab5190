import type { Config } from '#server/config/config.ts';
import { ok, warning, type Finding } from './finding.ts';
import { callHttp } from './http-call.ts';

/** Sends the collector an empty request, which changes nothing. Donations work without traces, so a failure is only a warning. */
export async function checkTraces({ tracing }: Pick<Config, 'tracing'>): Promise<Finding[]> {
  if (!tracing) return [];
  const subject = 'Trace collector';
  const headers = { ...tracing.headers, 'content-type': 'application/x-protobuf' };
  const response = await callHttp(tracing.url, { method: 'POST', headers });
  if (response.code === 'unreachable')
    return [
      warning(subject, `${tracing.url} does not respond (${response.reason}). Check OTEL_EXPORTER_OTLP_ENDPOINT.`),
    ];
  if (response.status >= 200 && response.status < 300) return [ok(subject, `${tracing.url} accepts traces.`)];
  const setting =
    response.status === 401 || response.status === 403 ? 'OTEL_EXPORTER_OTLP_HEADERS' : 'OTEL_EXPORTER_OTLP_ENDPOINT';
  return [warning(subject, `${tracing.url} responds with status ${response.status}. Check ${setting}.`)];
}
