import { markdownTable } from './markdown-table.mjs';
import { require } from './typescript.mjs';

const HEAD = `<!-- Written by npm run generate from src/controller/observability; do not edit. -->

# Metrics

This page lists the metrics that the controller serves at \`/metrics\` on port 9090, besides those of the process: \`process_*\` and
\`nodejs_*\`, as prom-client names them. Names without the prefix \`taskpack_\` are those of controller-runtime and client-go.

Both replicas serve metrics, but only the leader reconciles: its \`leader_election_master_status\` is 1. Gauges of caches, such as
\`taskpack_images\`, are the same in both: use \`max\`, not \`sum\`.
`;

/** The values of labels. A label that is not here has the name of an object, resource, phase, method or status code. */
const VALUES = [
  ['`actor`', 'who can fix the failure: `user`, `platform`, `none` or `unknown`'],
  ['`backend`', '`tekton`, `native`, or `none` if the Build failed before it had a backend'],
  ['`during`', '`list` or `watch`; `read` if one object cannot be read; `handle` for a fault of the controller'],
  ['`failure`', 'a [reason](build-failures.md), or `other` if the reason is not known; empty if the Build succeeded'],
  ['`initiator`', '`people` (`TRIGGER`, `COMMIT`, `CONFIG`) or `builders` (`BUILDPACK`, `STACK`, `LIFECYCLE`)'],
  ['`outcome` of polls', '`answered`, or a [reason of SourceResolvers](source-resolvers.md#reasons)'],
  ['`outcome` of resolutions', '`resolved`, `pending`, or a reason of SourceResolvers'],
  [
    '`outcome` of deliveries',
    '`accepted`, `untrusted`, `too-large`, `too-many`, `broken-off` or `failed` ([answers](../how-to/rebuild-on-push.md))',
  ],
  [
    '`reason` of Builds',
    'the [reasons](../how-to/see-why-a-build-ran.md#the-reasons-of-a-build) of kpack, such as `COMMIT,CONFIG`',
  ],
  ['`reason` of Images', 'the reason of the condition `Ready`'],
  ['`result` of Builds', '`succeeded` or `failed`'],
  ['`result` of reconciles', '`success`, `requeue_after` or `error`'],
  ['`source`', '`git`, `blob` or `registry`'],
  ['`state`', '`waiting` until the first phase starts, then `running`'],
];

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
    '## Values of labels\n',
    markdownTable(['label', 'values'], VALUES),
  ].join('\n');
}
