import { require } from './typescript.mjs';

const HEAD = `<!-- Written by npm run generate from src/install/monitoring; do not edit. -->

# Alerts

This page lists the alerts of \`config/overlays/monitoring\`, the effect that each reports, and what to do.
[Watch the controller](../how-to/watch-the-controller.md#alerts-and-dashboard) shows how to install the alerts.
`;

/** Returns docs/reference/alerts.md, to which the alerts link. */
export function alertsReference() {
  const { ALERTS } = require('../src/install/monitoring/alerts.ts');
  return [HEAD, ...ALERTS.map(section)].join('\n');
}

function section({ name, severity, expression, holdsFor, summary, effect, steps }) {
  return `## ${name}

${summary.replace(/\{\{ \$labels\.(\w+) \}\}/g, 'a $1')} ${effect}

Fires with severity \`${severity}\` if this holds for ${holdsFor}:

\`\`\`promql
${expression}
\`\`\`

${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}
`;
}
