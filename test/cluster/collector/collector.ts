import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newBed } from '../processes/bed-processes.ts';
import { freePorts } from '../processes/free-port.ts';
import { until } from '../processes/until.ts';
import { ensurePrograms } from '../programs/build-programs.ts';
import { readSpans, type CollectedSpan } from './spans.ts';

/** OpenTelemetry's Collector, which receives traces by HTTP. */
export interface Collector {
  /** The value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  /** Returns the spans of all traces that have arrived. */
  readonly spans: () => readonly CollectedSpan[];
  readonly stop: () => Promise<void>;
}

/** Returns a port for a collector that starts later. */
export async function collectorPort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

export async function startCollector(port: number): Promise<Collector> {
  const { leash, collector } = await ensurePrograms(['leash', 'collector'], (line) => console.error(line));
  const bed = newBed(leash);
  const [config, file] = ['collector.yaml', 'spans.json'].map((name) => path.join(bed.folder, name)) as [
    string,
    string,
  ];
  writeFileSync(config, configuration(port, file));
  bed.run({ name: 'collector', command: collector, args: ['--config', `file:${config}`] });
  const endpoint = `http://127.0.0.1:${port}`;
  await until('the collector', async () => (await isUp(endpoint)) || undefined, { died: [bed.died] });
  return { endpoint, spans: () => (existsSync(file) ? readSpans(readFileSync(file, 'utf8')) : []), stop: bed.stop };
}

function configuration(port: number, file: string): string {
  return `
receivers:
  otlp: { protocols: { http: { endpoint: '127.0.0.1:${port}' } } }
exporters:
  file: { path: '${file}', flush_interval: 50ms }
service:
  pipelines:
    traces: { receivers: [otlp], exporters: [file] }
  telemetry: { metrics: { level: none } }
`;
}

/** Sends a request without spans. */
async function isUp(endpoint: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${endpoint}/v1/traces`, { method: 'POST', headers, body: '{}' }).catch(() => undefined);
  return response?.status === 200;
}
