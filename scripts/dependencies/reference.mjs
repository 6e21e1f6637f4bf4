import { readFileSync } from 'node:fs';
import path from 'node:path';
import { markdownTable } from '../markdown-table.mjs';
import { ROOT } from '../root.mjs';
import { broughtBy } from './lock-file.mjs';
import { GROUPS, REASONS } from './reasons.mjs';

const HEAD = `<!-- Written by npm run generate from package-lock.json and scripts/dependencies/reasons.mjs; do not edit. -->

# Dependencies

This page lists every npm package that taskpack uses directly: why it is there, its maintainer, and its own dependencies.
The column "brings" lists the packages that it needs in turn, except types and optional packages. A list of more than three
packages follows its table.
`;

/** The longest list of packages in a table. Longer ones make the table too wide to read. */
const MAX_NAMES_IN_TABLE = 3;

/** The characters of a line of text, as in the other pages. */
const LINE_LENGTH = 130;

const SECTIONS = {
  library: `## Installed with the npm package

The library imports these packages. \`npm install taskpack\` installs nothing else.
`,
  bundle: `## Bundled into the command and the steps

\`dist/bundle\` and the steps image contain the parts of these packages that taskpack uses. npm does not install them for users.
Their licences are in \`LICENSES.txt\` beside the code.

\`@kubernetes/client-node\` alone brings node-fetch 2, form-data, jsonpath-plus and openid-client. The bundle of a step contains
none of them, and \`taskpack translate\` does not load them. Only a controller that exports traces loads the packages of OpenTelemetry.
\`test/unit/cli/loaded-packages.test.ts\` checks this.
`,
  development: `## Used by developers

Tests, checks and builds run these packages. No release contains them. The table shows how many packages each brings.
`,
};

/** Returns docs/reference/dependencies.md. Throws if the reasons and package.json list different packages. */
export function dependencyReference() {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  checkReasons(packages['']);
  return [
    HEAD,
    ...GROUPS.flatMap((group) => [SECTIONS[group], table(packages, group), ...longLists(packages, group)]),
  ].join('\n');
}

function table(packages, group) {
  return markdownTable(
    ['package', 'version', 'why', 'maintained by', 'licence', 'brings'],
    reasonsOf(group).map(([name, [, maintainer, why]]) => {
      const { version, license } = packages[`node_modules/${name}`];
      return [`\`${name}\``, version, why, maintainer, license, brings(broughtBy(packages, name), group)];
    }),
  );
}

function brings(brought, group) {
  if (brought.length === 0) return 'nothing';
  if (group === 'development') return `${brought.length}`;
  return brought.length > MAX_NAMES_IN_TABLE ? `${brought.length} packages` : namesOf(brought);
}

/** Returns a paragraph for each package of a release whose list does not fit into the table. */
function longLists(packages, group) {
  if (group === 'development') return [];
  return reasonsOf(group)
    .map(([name]) => ({ name, brought: broughtBy(packages, name) }))
    .filter(({ brought }) => brought.length > MAX_NAMES_IN_TABLE)
    .map(({ name, brought }) => `\`${name}\` brings:\n\n\`\`\`text\n${wrapped(namesOf(brought))}\n\`\`\`\n`);
}

function reasonsOf(group) {
  return Object.entries(REASONS).filter(([, [of]]) => of === group);
}

function namesOf(brought) {
  return brought.map(({ name, license }) => `${name} (${license})`).join(', ');
}

/** Breaks a text after commas. */
function wrapped(text) {
  const lines = [''];
  for (const part of text.split(/(?<=, )/)) {
    const line = `${lines.at(-1)}${part}`;
    if (line.trimEnd().length <= LINE_LENGTH) lines.splice(-1, 1, line);
    else lines.push(part);
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}

function checkReasons({ dependencies, devDependencies }) {
  const installed = Object.keys({ ...dependencies, ...devDependencies });
  const problems = [
    ...installed.filter((name) => REASONS[name] === undefined).map((name) => `${name} has no reason: add one`),
    ...Object.keys(REASONS)
      .filter((name) => !installed.includes(name))
      .map((name) => `${name} is not in package.json: remove its reason`),
    ...Object.entries(REASONS)
      .filter(([name, [group]]) => (group === 'library') !== (dependencies[name] !== undefined))
      .map(([name]) => `${name} is in the wrong group: package.json says whether users install it`),
  ];
  if (problems.length > 0) throw new Error(`scripts/dependencies/reasons.mjs: ${problems.join('; ')}`);
}
