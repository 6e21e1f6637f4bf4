// Writes the generated files. With --check, names those that are out of date and fails if there are any.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { alertsReference } from './alerts-reference.mjs';
import { cliReference } from './cli-reference.mjs';
import { crdFiles } from './crds.mjs';
import { dependencyReference } from './dependencies/reference.mjs';
import { eventsReference } from './events-reference.mjs';
import { helmChartFiles } from './helm-chart.mjs';
import { installationFiles } from './installation.mjs';
import { metricsReference } from './metrics-reference.mjs';
import { ROOT } from './root.mjs';
import { settingsReference } from './settings-reference.mjs';
import { taskReadmes } from './task-readmes.mjs';
import { taskFiles } from './tasks.mjs';
import { versionsReference } from './versions-reference.mjs';
import { viewsReference } from './views-reference.mjs';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const GENERATED = {
  'src/settings/version.ts': () =>
    `/** taskpack's own version, which \`npm run generate\` takes from package.json. */\nexport const VERSION = '${version}';\n`,
  'docs/reference/alerts.md': alertsReference,
  'docs/reference/cli.md': cliReference,
  'docs/reference/dependencies.md': dependencyReference,
  'docs/reference/events.md': eventsReference,
  'docs/reference/metrics.md': metricsReference,
  'docs/reference/settings.md': settingsReference,
  'docs/reference/versions.md': versionsReference,
  'docs/reference/views.md': viewsReference,
  'config/helm/taskpack/Chart.yaml': () => withVersion('config/helm/taskpack/Chart.yaml', /^((?:appV|v)ersion: ).*$/gm),
  ...Object.fromEntries([...crdFiles(), ...installationFiles(), ...helmChartFiles(), ...taskFiles(), ...taskReadmes()]),
};

const isCheck = process.argv.includes('--check');
for (const [path, generate] of Object.entries(GENERATED)) {
  const file = join(ROOT, path);
  const text = generate();
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (isCheck) process.exitCode = 1;
  else write(file, text);
  console.log(isCheck ? `${path} is out of date: npm run generate` : path);
}

/** Returns the text of a file that is written by hand, with the current version after each match of a group. */
function withVersion(path, pattern) {
  return readFileSync(join(ROOT, path), 'utf8').replace(pattern, (_match, before) => before + version);
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
