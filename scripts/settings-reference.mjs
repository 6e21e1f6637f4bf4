import { markdownTable } from './markdown-table.mjs';
import { require } from './typescript.mjs';

const HEAD = `<!-- Written by npm run generate from src/settings; do not edit. -->

# Settings

\`taskpack controller\` reads these environment variables, which the ConfigMap \`settings\` of the namespace \`taskpack\` gives
it in a cluster: the keys of the ConfigMap are the variables' names. An empty variable is not set. If variables are invalid,
the controller reports all of them at once and does not start. \`taskpack translate\` reads the variables that apply to files
(\`taskpack translate --help\`).
`;

const KPACK = `## Variables of kpack that have no effect

The controller warns about each of them that is set.
`;

/** Returns docs/reference/settings.md: all variables, and the variables of kpack that have no effect. */
export function settingsReference() {
  const { variableReference, kpackReference } = require('../src/settings/reference.ts');
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
