import { diag, DiagLogLevel } from '@opentelemetry/api';
import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import { maskUrlLogins } from '../../core/model/mask-url-logins.ts';
import { oneLine } from '../../core/model/one-line.ts';

/** The log of the export of traces. */
export interface ExportReport {
  readonly info: (message: string) => void;
  readonly warn: (message: string) => void;
}

/** Returns an exporter that reports the first of several failures, and the next success. */
export function reportingExporter(exporter: SpanExporter, report: ExportReport): SpanExporter {
  let isFailing = false;
  const observe = (error: Error | undefined): void => {
    if (error !== undefined && !isFailing)
      report.warn(`traces cannot be exported: ${reasonOf(error)}; Builds continue`);
    if (error === undefined && isFailing) report.info('traces are exported again');
    isFailing = error !== undefined;
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, ({ code, error }) => {
        observe(code === ExportResultCode.SUCCESS ? undefined : (error ?? new Error('the SDK gives no reason')));
        // The SDK would report each failure.
        done({ code: ExportResultCode.SUCCESS });
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: async () => exporter.shutdown(),
  };
}

/** An HTTP error has its status as `code`. The error of a host with several addresses has one error for each and no message. */
export function reasonOf(error: Error): string {
  const first = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  const status = 'code' in first && typeof first.code === 'number' ? `HTTP status ${first.code}` : '';
  const reason = [status, first.message].filter((text) => text !== '').join(': ');
  return oneLine(maskUrlLogins(reason));
}

/** More different texts are not logged, so that a hostile collector cannot fill the memory. */
const MAX_PROBLEMS = 100;

/** Logs each problem that the SDK reports once, such as a variable that it cannot read. */
export function reportProblems(report: Pick<ExportReport, 'warn'>): void {
  const reported = new Set<string>();
  const reportOnce = (message: string): void => {
    const text = message.replaceAll(/\d+/g, '…');
    if (reported.has(text) || reported.size >= MAX_PROBLEMS) return;
    reported.add(text);
    report.warn(`OpenTelemetry: ${oneLine(maskUrlLogins(message))}`);
  };
  const logger = { error: reportOnce, warn: reportOnce, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

function ignore(): void {
  return undefined;
}
