/** A span as the collector received it. */
export interface CollectedSpan {
  readonly service: string;
  readonly resource: Attributes;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  /** 1: internal, 2: server. */
  readonly kind: number;
  /** RFC 3339, in whole seconds. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly attributes: Attributes;
  readonly error: string | undefined;
}

type Attributes = Readonly<Record<string, string | number>>;

/** The JSON of OTLP (opentelemetry-proto, trace.proto). */
interface TracesData {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes?: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

interface KeyValue {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string };
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly KeyValue[];
  readonly status?: { readonly code?: number; readonly message?: string };
}

const ERROR = 2;

/** Reads the lines that the collector's file exporter has written. The last line may be unfinished. */
export function readSpans(text: string): readonly CollectedSpan[] {
  const lines = text.split('\n').slice(0, -1);
  return lines
    .map((line) => JSON.parse(line) as TracesData)
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ resource, scopeSpans }) => {
      const attributes = attributesOf(resource.attributes);
      return scopeSpans.flatMap(({ spans }) => spans.map((span) => collected(span, attributes)));
    });
}

function collected(span: OtlpSpan, resource: Attributes): CollectedSpan {
  const { traceId, spanId, parentSpanId = '', name, kind, status } = span;
  return {
    service: String(resource['service.name']),
    resource,
    traceId,
    spanId,
    parentSpanId,
    name,
    kind,
    startedAt: timeOf(span.startTimeUnixNano),
    finishedAt: timeOf(span.endTimeUnixNano),
    attributes: attributesOf(span.attributes),
    error: status?.code === ERROR ? (status.message ?? '') : undefined,
  };
}

function attributesOf(list: readonly KeyValue[] = []): Attributes {
  return Object.fromEntries(
    list.map(({ key, value: { stringValue, intValue } }) => [key, stringValue ?? Number(intValue)]),
  );
}

function timeOf(nanoseconds: string): string {
  return new Date(Number(BigInt(nanoseconds) / 1_000_000n)).toISOString().replace('.000Z', 'Z');
}
