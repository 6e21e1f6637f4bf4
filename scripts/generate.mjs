// Writes the generated files. With --check, names those that are out of date and fails if there are any.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cliReference } from './cli-reference.mjs';
import { dependencyReference } from './dependencies/reference.mjs';
import { eventsReference } from './events-reference.mjs';
import { helmChartFiles } from './helm-chart.mjs';
import { manifestFiles } from './manifests.mjs';
import { metricsReference } from './metrics-reference.mjs';
import { ROOT } from './root.mjs';
import { settingsReference } from './settings-reference.mjs';
import { taskReadmes } from './task-readmes.mjs';
import { taskFiles } from './tasks.mjs';
import { readmeWithVersions, versionsReference } from './versions-reference.mjs';
import { viewsReference } from './views-reference.mjs';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** An image with its tag. */
const IMAGE = /( taskpack\/\w+:).*$/gm;

const GENERATED = {
  'src/core/settings/version.ts': () =>
    `/** taskpack's own version, which \`npm run generate\` takes from package.json. */\nexport const VERSION = '${version}';\n`,
  'README.md': readmeWithVersions,
  'docs/reference/cli.md': cliReference,
  'docs/reference/dependencies.md': dependencyReference,
  'docs/reference/events.md': eventsReference,
  'docs/reference/metrics.md': metricsReference,
  'docs/reference/settings.md': settingsReference,
  'docs/reference/versions.md': versionsReference,
  'docs/reference/views.md': viewsReference,
  ...withVersion('config/400-settings.yaml', IMAGE),
  ...withVersion('config/500-controller.yaml', IMAGE),
  ...withVersion('config/helm/taskpack/Chart.yaml', /^((?:appV|v)ersion: ).*$/gm),
  ...Object.fromEntries([...manifestFiles(), ...helmChartFiles(), ...taskFiles(), ...taskReadmes()]),
};

const isCheck = process.argv.includes('--check');
for (const [path, generate] of Object.entries(GENERATED)) {
  const file = join(ROOT, path);
  const text = await generate();
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (isCheck) process.exitCode = 1;
  else write(file, text);
  console.log(isCheck ? `${path} is out of date: npm run generate` : path);
}

/** Returns an entry for a file that is written by hand, with the current version after the group of each match. */
function withVersion(path, pattern) {
  const text = () => readFileSync(join(ROOT, path), 'utf8').replace(pattern, (_match, before) => before + version);
  return { [path]: text };
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
