import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TracingConfig } from '#server/config/config.ts';

/** How many spans may wait, how many are sent together, and how long the first of them waits. */
export interface QueueLimits {
  readonly queueMax: number;
  readonly batchMax: number;
  readonly delayMs: number;
  /** How long the collector may take; by default OTEL_EXPORTER_OTLP_TIMEOUT, or 10 seconds. */
  readonly timeoutMs?: number;
}

/** The defaults of the OpenTelemetry specification. */
export const standardLimits: QueueLimits = { queueMax: 2048, batchMax: 512, delayMs: 5000 };

/**
 * Sends spans to the collector in batches, one at a time. Spans are lost when the queue is full, or when the collector does not
 * take their batch; the log has one line when that begins and one when it ends.
 */
export function createSpanQueue(
  { url, headers }: Pick<TracingConfig, 'url' | 'headers'>,
  log: Logger,
  { queueMax, batchMax, delayMs, timeoutMs }: QueueLimits,
): SpanProcessor {
  const losses = reportLosses(log);
  let waiting = 0;
  const collector = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    ...(timeoutMs === undefined ? {} : { timeoutMillis: timeoutMs }),
  });
  const exporter: SpanExporter = {
    export: (spans, done) => {
      waiting -= spans.length;
      collector.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) losses.begin(problemOf(result));
        else if (waiting < queueMax / 2) losses.end();
        done(result);
      });
    },
    shutdown: () => collector.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    exporter,
    maxQueueSize: queueMax,
    maxExportBatchSize: batchMax,
    scheduledDelayMillis: delayMs,
  });
  return {
    onStart: () => undefined,
    onEnd: (span) => {
      if (waiting < queueMax) waiting += 1;
      else losses.begin('the collector is too slow');
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

/** One line for each change, however many spans are lost. */
function reportLosses(log: Logger): { begin(problem: string): void; end(): void } {
  let isLosing = false;
  return {
    begin: (problem) => {
      if (!isLosing) log.warn({ problem }, 'traces are being lost');
      isLosing = true;
    },
    end: () => {
      if (isLosing) log.info('traces arrive at the collector again');
      isLosing = false;
    },
  };
}

/** The error of a refused connection to a name with several addresses has a code and no message. */
function problemOf({ error }: ExportResult): string {
  if (error === undefined) return 'unknown';
  return error.message || ('code' in error ? String(error.code) : error.name);
}
