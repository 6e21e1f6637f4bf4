import { require } from './typescript.mjs';

const HEAD = '# Written by npm run generate from src/install; do not edit.\n';

/** What installs taskpack beside its definitions, by file. */
export function installationFiles() {
  const { installationFiles: files } = require('../src/install/manifests/installation.ts');
  const { DEFAULT_SETTINGS } = require('../src/settings/defaults.ts');
  const { formatYaml } = require('../src/yaml/format-yaml.ts');
  const images = { steps: DEFAULT_SETTINGS.stepsImage, entrypoint: DEFAULT_SETTINGS.entrypointImage };
  return Object.entries(files(images)).map(([file, manifests]) => [
    `config/${file}`,
    () => HEAD + manifests.map((manifest) => formatYaml(manifest)).join('---\n'),
  ]);
}
