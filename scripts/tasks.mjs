import { require } from './typescript.mjs';

const HEAD = '# Written by npm run generate from translators/; do not edit.\n';

/** The Tasks for Pipelines, by file. */
export function taskFiles() {
  const { makeTask } = require('../translators/tekton/task/task.ts');
  const { DEFAULT_SETTINGS } = require('../src/settings/defaults.ts');
  const { VERSION } = require('../src/settings/version.ts');
  const { formatYaml } = require('../src/yaml/format-yaml.ts');
  const { stepsImage } = DEFAULT_SETTINGS;
  return Object.entries({ buildpacks: 'build', 'buildpacks-rebase': 'rebase' }).map(([name, kind]) => [
    `tasks/${name}/${name}.yaml`,
    () => HEAD + formatYaml(makeTask({ kind, name, version: VERSION, stepsImage })),
  ]);
}
