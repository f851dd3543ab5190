import type { Logger } from 'pino';
import type { TracingConfig } from '#server/config/config.ts';
import type { Tracing } from '#server/ports/tracing.ts';

/**
 * Returns undefined if no collector is configured. OpenTelemetry is loaded only for a collector, so otherwise it costs nothing.
 */
export async function openTracing(config: TracingConfig | undefined, log: Logger): Promise<Tracing | undefined> {
  if (!config) return undefined;
  const { startTracing } = await import('./start-tracing.ts');
  return startTracing(config, log);
}
