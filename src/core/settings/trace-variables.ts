/** The documentation of a variable of OpenTelemetry. */
interface TraceVariable {
  readonly values: string;
  readonly byDefault: string;
  readonly meaning: string;
  /** True if a variable for traces alone, `OTEL_EXPORTER_OTLP_TRACES_…`, has precedence. */
  readonly hasTracesVariable?: true;
}

/** The variables that have an effect, by name, in the words of OpenTelemetry's specification. */
export const TRACE_VARIABLES: Readonly<Record<string, TraceVariable>> = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    values: 'URL',
    byDefault: 'http://localhost:4318',
    meaning: 'the collector, whose path `/v1/traces` receives the traces; turns the export on',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    values: 'URL',
    byDefault: '',
    meaning: 'the whole URL that receives the traces; turns the export on',
  },
  OTEL_TRACES_EXPORTER: {
    values: '`otlp`, `none`',
    byDefault: '',
    meaning: '`otlp` turns the export on without an endpoint; `none` turns it off',
  },
  OTEL_SDK_DISABLED: { values: '`true`, `false`', byDefault: 'false', meaning: '`true` turns the export off' },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    values: '`http/protobuf`',
    byDefault: 'http/protobuf',
    meaning: 'the protocol; `grpc` and `http/json` are not supported',
    hasTracesVariable: true,
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    values: '`key=value,…`',
    byDefault: '',
    meaning: 'headers of each request, such as a key of the collector',
    hasTracesVariable: true,
  },
  OTEL_EXPORTER_OTLP_TIMEOUT: {
    values: 'milliseconds',
    byDefault: '10000',
    meaning: 'the maximum time of an export with its retries',
    hasTracesVariable: true,
  },
  OTEL_EXPORTER_OTLP_COMPRESSION: {
    values: '`gzip`, `none`',
    byDefault: 'none',
    meaning: 'the compression of requests',
    hasTracesVariable: true,
  },
  OTEL_EXPORTER_OTLP_CERTIFICATE: {
    values: 'path',
    byDefault: '',
    meaning: 'a file of PEM certificates to trust instead of the well-known ones',
    hasTracesVariable: true,
  },
  OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: {
    values: 'path',
    byDefault: '',
    meaning: "the client's certificate (PEM)",
    hasTracesVariable: true,
  },
  OTEL_EXPORTER_OTLP_CLIENT_KEY: {
    values: 'path',
    byDefault: '',
    meaning: "the client's private key (PEM)",
    hasTracesVariable: true,
  },
  OTEL_SERVICE_NAME: {
    values: 'text',
    byDefault: 'taskpack-controller',
    meaning: 'the resource attribute `service.name`',
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    values: '`key=value,…`',
    byDefault: '',
    meaning: 'more resource attributes, such as `k8s.cluster.name=build`',
  },
  OTEL_TRACES_SAMPLER: {
    values: '`always_on`, `always_off`, `traceidratio`, `parentbased_…`',
    byDefault: 'parentbased_always_on',
    meaning: 'which Builds have a trace; the decision also holds for the spans of Tekton',
  },
  OTEL_TRACES_SAMPLER_ARG: { values: '`0` to `1`', byDefault: '1', meaning: 'the ratio of `traceidratio`' },
  OTEL_BSP_SCHEDULE_DELAY: {
    values: 'milliseconds',
    byDefault: '5000',
    meaning: 'the time between two exports',
  },
  OTEL_BSP_EXPORT_TIMEOUT: {
    values: 'milliseconds',
    byDefault: '30000',
    meaning: 'the time after which the next export starts although the last one has not ended',
  },
  OTEL_BSP_MAX_QUEUE_SIZE: {
    values: 'number',
    byDefault: '2048',
    meaning: 'the maximum number of spans that wait for an export; further spans are dropped',
  },
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: {
    values: 'number',
    byDefault: '512',
    meaning: 'the maximum number of spans in a request',
  },
  OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: {
    values: 'number',
    byDefault: '128',
    meaning: 'the maximum number of attributes of a span',
  },
  OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT: {
    values: 'number',
    byDefault: '',
    meaning: 'the maximum length of an attribute in characters; no limit by default',
  },
  OTEL_ATTRIBUTE_COUNT_LIMIT: { values: 'number', byDefault: '128', meaning: 'the same limit, for all signals' },
  OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: { values: 'number', byDefault: '', meaning: 'the same limit, for all signals' },
};

/** The names of all variables that have an effect. */
export const TRACE_VARIABLE_NAMES: readonly string[] = Object.entries(TRACE_VARIABLES).flatMap(
  ([name, { hasTracesVariable }]) => (hasTracesVariable === undefined ? [name] : [name, tracesVariable(name)]),
);

/** Returns the name of the variable for traces that has precedence over the one for all signals. */
export function tracesVariable(name: string): string {
  return name.replace('OTEL_EXPORTER_OTLP_', 'OTEL_EXPORTER_OTLP_TRACES_');
}

/** Variables of other signals. They are similar to those of traces, but not misspelt. */
export const OTHER_OPEN_TELEMETRY_NAMES: readonly string[] = [
  'OTEL_LOGS_EXPORTER',
  'OTEL_BLRP_SCHEDULE_DELAY',
  'OTEL_BLRP_EXPORT_TIMEOUT',
  'OTEL_BLRP_MAX_QUEUE_SIZE',
  'OTEL_BLRP_MAX_EXPORT_BATCH_SIZE',
];
