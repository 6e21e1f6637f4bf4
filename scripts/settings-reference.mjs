import { markdownTable } from './markdown-table.mjs';
import { require } from './typescript.mjs';

const HEAD = `<!-- Written by npm run generate from src/settings; do not edit. -->

# Settings

\`taskpack controller\` reads these environment variables, which the ConfigMap \`settings\` of the namespace \`taskpack\` gives
it in a cluster: its keys are their names. A variable that is empty counts as not set. What is wrong with any is said at the
start, all at once, and the controller does not start then. \`taskpack translate\` reads those of them that files have a use
for (\`taskpack translate --help\`).
`;

const KPACK = `## Variables of kpack that have no effect

Each of them that is set is a warning at the start.
`;

/** docs/settings.md: every variable, and kpack's that are not read. */
export function settingsReference() {
  const { variableReference, kpackReference } = require('../src/settings/controller/reference.ts');
  const rows = variableReference().map(({ name, values, byDefault, meaning }) => [
    `\`${name}\``,
    values,
    byDefault === '' ? '' : `\`${byDefault}\``,
    meaning,
  ]);
  const kpack = kpackReference().map(([name, instead]) => [`\`${name}\``, instead]);
  return [
    HEAD,
    markdownTable(['variable', 'values', 'default', 'meaning'], rows),
    KPACK,
    markdownTable(['variable', 'instead'], kpack),
  ].join('\n');
}
