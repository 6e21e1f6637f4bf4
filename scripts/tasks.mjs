import { require } from './typescript.mjs';

const HEAD = '# Written by npm run generate from translators/; do not edit.\n';

/** Returns the Tasks for Pipelines, by file. */
export function taskFiles() {
  const { publishedTasks } = require('../translators/tekton/task/published-tasks.ts');
  const { DEFAULT_SETTINGS } = require('../src/core/settings/settings.ts');
  const { VERSION } = require('../src/core/settings/version.ts');
  const { formatYaml } = require('../src/core/yaml/format-yaml.ts');
  const stepsImage = DEFAULT_SETTINGS.images.steps;
  const tasks = publishedTasks({ version: VERSION, stepsImage });
  return tasks.map((task) => [`tasks/${task.metadata.name}/${task.metadata.name}.yaml`, () => HEAD + formatYaml(task)]);
}
