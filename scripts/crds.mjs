import { require } from './typescript.mjs';

const HEAD = '# Written by npm run generate from src/api; do not edit.\n';

/** The CustomResourceDefinitions, by file. */
export function crdFiles() {
  const { crdManifests } = require('../src/api/crds/manifests.ts');
  const { formatYaml } = require('../src/yaml/format-yaml.ts');
  return Object.entries(crdManifests()).map(([file, manifest]) => [
    `config/${file}`,
    () => HEAD + formatYaml(manifest),
  ]);
}
