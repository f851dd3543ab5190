import { setTimeout as pause } from 'node:timers/promises';
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  trace,
  type Context,
  type Span as RecordedSpan,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { ParentBasedSampler, TracerProvider, TraceIdRatioBasedSampler, type Sampler } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Sampling, TracingConfig } from '#server/config/config.ts';
import type { SpanDetails, Tracing } from '#server/ports/tracing.ts';
import { createSpanQueue, standardLimits, type QueueLimits } from './span-queue.ts';
import { endWith, kinds, noSpan, toSpan } from './spans.ts';

/**
 * Starts recording. Nothing is registered globally: each server in a process has its own traces. AsyncLocalStorage carries the
 * current span through asynchronous calls.
 */
export function startTracing(
  { url, headers, resource, sampling }: TracingConfig,
  log: Logger,
  { flushMs = 2000, ...limits }: QueueLimits & { readonly flushMs?: number } = standardLimits,
): Tracing {
  const contexts = new AsyncLocalStorageContextManager();
  const propagator = new W3CTraceContextPropagator();
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(resource)),
    sampler: samplerOf(sampling),
    spanLimits: { attributeValueLengthLimit: attributeLengthMax },
    spanProcessors: [createSpanQueue({ url, headers }, log, limits)],
  });
  const tracer = provider.getTracer(resource['service.name'] ?? '');
  const begin = ({ name, kind, attributes }: SpanDetails, parent: Context): RecordedSpan =>
    tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
  const parentOf = (traceparent: string | null | undefined): Context =>
    propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
  return {
    beginRequest: (details, traceparent) => {
      const parent = parentOf(traceparent);
      const span = begin(details, parent);
      const context = trace.setSpan(parent, span);
      return { ...toSpan(span), continue: (next) => contexts.with(context, next), end: () => span.end() };
    },
    runJob: (details, traceparent, work) => {
      const parent = parentOf(traceparent);
      const span = begin(details, parent);
      return endWith(span, () => contexts.with(trace.setSpan(parent, span), () => work(toSpan(span))));
    },
    runSpan: (details, work) => {
      const parent = contexts.active();
      if (trace.getSpan(parent)?.isRecording() !== true) return work(noSpan);
      const span = begin(details(), parent);
      return endWith(span, () => contexts.with(trace.setSpan(parent, span), () => work(toSpan(span))));
    },
    traceparent: () => {
      const carrier: { traceparent?: string } = {};
      propagator.inject(contexts.active(), carrier, defaultTextMapSetter);
      return carrier.traceparent ?? null;
    },
    // the queue logs the spans that it loses
    close: () => Promise.race([provider.shutdown().catch(() => undefined), pause(flushMs, undefined, { ref: false })]),
  };
}

const attributeLengthMax = 4096; // a statement that inserts a thousand rows is longer, but its end says nothing new

function samplerOf({ ratio, followsParent }: Sampling): Sampler {
  const root = new TraceIdRatioBasedSampler(ratio);
  return followsParent ? new ParentBasedSampler({ root }) : root;
}
