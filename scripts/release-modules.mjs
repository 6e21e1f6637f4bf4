// The modules of src that the scripts for releases use.
import { require } from './typescript.mjs';

export const { IS_RELEASED } = require('../src/cli/default-images.ts');
export const { installation } = require('../src/install/installation.ts');
export const { VERSION } = require('../src/core/settings/version.ts');
export const { makeBundle } = require('../src/clients/tekton-bundle/tekton-bundle.ts');
export const { formatYaml } = require('../src/core/yaml/format-yaml.ts');
export const { publishedTasks } = require('../translators/tekton/task/published-tasks.ts');
