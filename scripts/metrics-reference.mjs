import { markdownTable } from './markdown-table.mjs';
import { require } from './typescript.mjs';

const HEAD = `<!-- Written by npm run generate from src/observability; do not edit. -->

# Metrics

This page lists the metrics that the controller serves at \`/metrics\` on port 9090, besides those of the process: \`process_*\` and
\`nodejs_*\`, as prom-client names them. Names without the prefix \`taskpack_\` are those of controller-runtime and client-go.

Both replicas serve metrics, but only the leader reconciles: its \`leader_election_master_status\` is 1. Gauges of caches, such as
\`taskpack_images\`, are the same in both: use \`max\`, not \`sum\`.
`;

/** Returns docs/reference/metrics.md. */
export function metricsReference() {
  const { makeTelemetry } = require('../src/cli/controller/telemetry.ts');
  const health = { caches: () => [], isLeading: () => false };
  const { registry } = makeTelemetry({ logLevel: 'info', lease: '' }, { errors: process.stderr }, health);
  const rows = registry
    .getMetricsAsArray()
    .filter(({ name }) => !/^(?:process|nodejs)_/.test(name))
    .map(({ constructor, name, labelNames, help }) => [
      `\`${name}\``,
      constructor.name.toLowerCase(),
      labelNames.map((label) => `\`${label}\``).join(', '),
      help.replaceAll('|', '\\|'),
    ]);
  return [
    HEAD,
    markdownTable(
      ['metric', 'type', 'labels', 'meaning'],
      rows.toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
  ].join('\n');
}
