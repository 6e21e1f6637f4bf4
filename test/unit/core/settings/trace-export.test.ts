import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import type { Environment } from '../../../../src/core/settings/environment.ts';
import { readControllerSettings } from '../../../../src/core/settings/read-controller-settings.ts';
import { TRACE_VARIABLE_NAMES } from '../../../../src/core/settings/trace-variables.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

/** Reads variables. Returns if traces are exported, and the warnings. */
function read(environment: Environment): readonly [exportsTraces: boolean, ...warnings: string[]] {
  const reading = readControllerSettings(environment);
  if (reading.kind === 'problems') throw new Error(reading.problems.map(formatProblem).join());
  return [reading.settings.exportsTraces, ...reading.warnings.map(formatProblem)];
}

const CASES: readonly (readonly [Environment, boolean, ...string[]])[] = [
  [{}, false],
  [{ OTEL_SERVICE_NAME: 'x', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }, false],
  [ENDPOINT, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/traces' }, true],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
  [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }, false],
  [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }, false],
  [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'false' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
  [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }, true],
  [
    { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    false,
    'OTEL_EXPORTER_OTLP_PROTOCOL: must be http/protobuf, not "grpc"; no traces are exported',
  ],
  [
    { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' },
    false,
    'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: must be http/protobuf, not "http/json"; no traces are exported',
  ],
  [
    { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'zipkin' },
    false,
    'OTEL_TRACES_EXPORTER: must be otlp or none, not "zipkin"; no traces are exported',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' },
    false,
    'OTEL_EXPORTER_OTLP_ENDPOINT: must be a URL such as http://collector:4318, not "collector:4317"; no traces are exported',
  ],
  [
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'grpc://user:hunter22@collector' },
    false,
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: must be a URL such as http://collector:4318, not "grpc://***@collector"; no traces are exported',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPIONT: 'http://collector:4318' },
    false,
    'OTEL_EXPORTER_OTLP_ENDPIONT: is not a setting and has no effect; did you mean OTEL_EXPORTER_OTLP_ENDPOINT?',
  ],
  [{ OTEL_LOGS_EXPORTER: 'otlp', OTEL_METRICS_EXPORTER: 'otlp', OTEL_BLRP_SCHEDULE_DELAY: '1' }, false],
  [{ OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'x', OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'x', OTEL_PROPAGATORS: 'b3' }, false],
];

describe("OpenTelemetry's variables", () => {
  for (const [environment, ...expected] of CASES) {
    it(`${JSON.stringify(environment)} ${expected[0] ? 'turn traces on' : 'export no traces'}`, () => {
      expect(read(environment)).to.deep.equal(expected);
    });
  }

  it('are all known by their names', () => {
    const environment = Object.fromEntries(TRACE_VARIABLE_NAMES.map((name) => [name, '1']));
    expect(read({ ...environment, OTEL_TRACES_EXPORTER: 'none' })).to.deep.equal([false]);
    expect(TRACE_VARIABLE_NAMES).to.include('OTEL_EXPORTER_OTLP_TRACES_HEADERS');
  });
});
