import { maskUrlLogins } from '../model/mask-url-logins.ts';
import { fieldWarning, type Problem } from '../model/problem.ts';
import { tracesVariable } from './trace-variables.ts';

/** The decision whether the controller exports traces, and warnings about variables that prevent the export. */
export interface TraceExport {
  readonly exportsTraces: boolean;
  readonly warnings: readonly Problem[];
}

type Variables = Readonly<Record<string, string>>;

/**
 * Decides from OpenTelemetry's variables if traces are exported. The SDK reads all other values itself. An unusable value is a
 * warning, as OpenTelemetry's specification asks: Builds run without traces.
 */
export function traceExport(variables: Variables): TraceExport {
  if (!isAskedFor(variables)) return { exportsTraces: false, warnings: [] };
  const warnings = [
    ...unusable(variables, 'OTEL_TRACES_EXPORTER', (value) => value === 'otlp', 'otlp or none'),
    ...unusable(variables, effectiveName(variables, 'PROTOCOL'), (value) => value === 'http/protobuf', 'http/protobuf'),
    ...unusable(variables, effectiveName(variables, 'ENDPOINT'), isHttpUrl, 'a URL such as http://collector:4318'),
  ];
  return { exportsTraces: warnings.length === 0, warnings };
}

function isAskedFor(variables: Variables): boolean {
  const { OTEL_SDK_DISABLED: disabled = '', OTEL_TRACES_EXPORTER: exporter } = variables;
  if (disabled.toLowerCase() === 'true' || exporter === 'none') return false;
  return exporter !== undefined || variables[effectiveName(variables, 'ENDPOINT')] !== undefined;
}

/** Returns the name of the variable that has an effect: the one for traces, or else the one for all signals. */
function effectiveName(variables: Variables, setting: 'ENDPOINT' | 'PROTOCOL'): string {
  const name = `OTEL_EXPORTER_OTLP_${setting}`;
  const forTraces = tracesVariable(name);
  return variables[forTraces] === undefined ? name : forTraces;
}

function unusable(
  variables: Variables,
  name: string,
  isUsable: (value: string) => boolean,
  expected: string,
): readonly Problem[] {
  const value = variables[name];
  if (value === undefined || isUsable(value)) return [];
  const message = `must be ${expected}, not ${JSON.stringify(maskUrlLogins(value))}; no traces are exported`;
  return [fieldWarning([name], message)];
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
