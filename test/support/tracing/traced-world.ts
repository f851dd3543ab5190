import { mailWriters } from '#server/mail-writers.ts';
import { mailHandlers } from '#server/mail/mail-writer.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import type { TestDatabase } from '../app/databases.ts';
import { builtMails } from '../mail/built-mails.ts';
import { startMailServer } from '../mail/mail-server.ts';
import { patientSmtp } from '../mail/patient-smtp.ts';
import { startAppWithSandbox, type AppWithSandbox } from '../payments/app-with-sandbox.ts';
import { startCollector, type Collector } from './collector.ts';
import type { ReceivedSpan } from './read-spans.ts';

/** The product with a payment sandbox, a mail server and a collector of its traces. */
export interface TracedWorld extends AppWithSandbox {
  readonly collector: Collector;
  /** Sends the emails that are due. */
  deliverMails(): Promise<void>;
  /** Returns all spans. Call this last, because the product then sends the remaining spans and stops recording. */
  spans(): Promise<ReceivedSpan[]>;
}

export async function startTracedWorld(
  engine: TestDatabase,
  environment: Readonly<Record<string, string>> = {},
): Promise<TracedWorld> {
  const collector = await startCollector();
  const smtp = await startMailServer();
  const world = await startAppWithSandbox(engine, {
    mail: patientSmtp(smtp.url),
    renderMail: builtMails(),
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment },
  });
  const { deps } = world.app;
  return {
    ...world,
    collector,
    deliverMails: async () => {
      while ((await workOutbox(deps, mailHandlers(deps, mailWriters))).done > 0);
    },
    spans: async () => {
      await deps.tracing?.close();
      return collector.spans();
    },
    close: async () => {
      await world.close();
      await smtp.close();
      await collector.close();
    },
  };
}

/** Joins the names of the spans from the root down to this one. Throws if a parent in between has not arrived. */
export function pathOf(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string {
  if (span.parentId === undefined) return span.name;
  const parent = spans.find(({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentId);
  if (!parent) throw new Error(`the parent of ${span.name} has not arrived`);
  return `${pathOf(parent, spans)} > ${span.name}`;
}

/** Finds the spans of the trace that begins with a span of this name. Throws unless there is exactly one such trace. */
export function traceOf(root: string, spans: readonly ReceivedSpan[]): ReceivedSpan[] {
  const [found, ...others] = spans.filter(({ name, parentId }) => name === root && parentId === undefined);
  if (!found || others.length > 0)
    throw new Error(`${found ? 'several traces begin' : 'no trace begins'} with ${root}`);
  return spans.filter(({ traceId }) => traceId === found.traceId);
}
