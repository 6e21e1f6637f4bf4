import { require } from './typescript.mjs';

const HEAD = '# Written by npm run generate from translators/; do not edit.\n';

/** Returns the Tasks for Pipelines, by file. */
export function taskFiles() {
  const { makeTask } = require('../translators/tekton/task/task.ts');
  const { makeSourceTask } = require('../translators/tekton/task/source-task.ts');
  const { DEFAULT_SETTINGS } = require('../src/settings/settings.ts');
  const { VERSION } = require('../src/settings/version.ts');
  const { formatYaml } = require('../src/yaml/format-yaml.ts');
  const { stepsImage } = DEFAULT_SETTINGS;
  const tasks = [
    makeTask({ kind: 'build', name: 'buildpacks', version: VERSION, stepsImage }),
    makeTask({ kind: 'rebase', name: 'buildpacks-rebase', version: VERSION, stepsImage }),
    makeSourceTask({ name: 'buildpacks-source', version: VERSION, stepsImage }),
  ];
  return tasks.map((task) => [`tasks/${task.metadata.name}/${task.metadata.name}.yaml`, () => HEAD + formatYaml(task)]);
}
