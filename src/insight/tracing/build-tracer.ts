import {
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type IdGenerator } from '@opentelemetry/sdk-trace-base';
import type { BuildTrace, TraceSpan } from './build-trace.ts';
import { reasonOf, reportingExporter, reportProblems, type ExportReport } from './export-report.ts';
import { ROOT_PATH, spanIdOf, traceIdOf } from './trace-ids.ts';

/** The trace context of a Build by W3C's field, such as `traceparent`. */
export type TraceContext = Readonly<Record<string, string>>;

/** Exports the traces of Builds. */
export interface BuildTracer {
  /** Returns the context that makes the span of the Build with this UID the parent of other spans. */
  readonly contextOf: (uid: string) => TraceContext | undefined;
  /** Adds a trace to the queue of the next export. Never throws or waits. */
  readonly record: (buildTrace: BuildTrace) => void;
  /** Exports the queue. Never rejects. */
  readonly close: () => Promise<void>;
}

export interface TracerIdentity {
  readonly service: string;
  readonly version: string;
}

/** Opens the export of traces. OpenTelemetry's SDK reads its variables from the environment. */
export function openBuildTracer({ service, version }: TracerIdentity, report: ExportReport): BuildTracer {
  reportProblems(report);
  const own = resourceFromAttributes({ 'service.name': service, 'service.version': version });
  const ids = settableIds();
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor(reportingExporter(new OTLPTraceExporter(), report))],
  });
  const tracer = provider.getTracer('taskpack', version);
  const start = (traceId: string, span: TraceSpan, kind: SpanKind, parent: Context): Span => {
    ids.setNext(traceId, span.id);
    const { name, attributes } = span;
    return tracer.startSpan(name, { kind, attributes, startTime: new Date(span.startedAt) }, parent);
  };
  return {
    contextOf: (uid) => {
      const traceId = traceIdOf(uid);
      if (traceId === undefined) return undefined;
      ids.setNext(traceId, spanIdOf(traceId, ROOT_PATH));
      // The sampler decides by the trace id alone, so this span, which never ends, gets the decision of the exported one.
      return contextFields(tracer.startSpan('BUILD', { kind: SpanKind.SERVER }, ROOT_CONTEXT));
    },
    record: ({ traceId, build, segments }) => {
      const root = start(traceId, build, SpanKind.SERVER, ROOT_CONTEXT);
      const context = trace.setSpan(ROOT_CONTEXT, root);
      for (const segment of segments) end(start(traceId, segment, SpanKind.INTERNAL, context), segment);
      end(root, build);
    },
    close: async () =>
      provider.shutdown().catch((error: unknown) => {
        report.warn(`traces were not exported: ${error instanceof Error ? reasonOf(error) : String(error)}`);
      }),
  };
}

function end(span: Span, { error, finishedAt }: TraceSpan): void {
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
  span.end(new Date(finishedAt));
}

function contextFields(span: Span): TraceContext {
  const fields: Record<string, string> = {};
  new W3CTraceContextPropagator().inject(trace.setSpan(ROOT_CONTEXT, span), fields, defaultTextMapSetter);
  return fields;
}

/** Returns a generator of the ids that were set before. The SDK asks for them while it starts a span. */
function settableIds(): IdGenerator & { readonly setNext: (traceId: string, spanId: string) => void } {
  let next = { traceId: '', spanId: '' };
  return {
    setNext: (traceId, spanId) => void (next = { traceId, spanId }),
    generateTraceId: () => next.traceId,
    generateSpanId: () => next.spanId,
  };
}
