import { readFileSync } from 'node:fs';
import path from 'node:path';
import { formatYaml, installation, publishedTasks } from '../release-modules.mjs';
import { ROOT } from '../root.mjs';
import { require } from '../typescript.mjs';
import { trackedFiles } from './tracked-files.mjs';

const { load } = require('js-yaml');

/**
 * Returns the files for `kubectl apply`, by name: the installation with images by digest, the overlays, and the Tasks. `images` are
 * the references by digest of `steps` and `entrypoint`.
 */
export function manifestFiles(version, images) {
  const head = `# taskpack ${version}\n`;
  return new Map([
    ['release.yaml', Buffer.from(head + yaml(installation(images)))],
    ...overlayFiles().map(([name, text]) => [name, Buffer.from(text)]),
    ...publishedTasks({ version, stepsImage: images.steps }).map((task) => [
      `task-${task.metadata.name}.yaml`,
      Buffer.from(head + yaml([task])),
    ]),
  ]);
}

function yaml(manifests) {
  return manifests.map((manifest) => formatYaml(manifest)).join('---\n');
}

/** Returns a file for each folder of `config/overlays`, and one for each manifest that its kustomization does not list. */
function overlayFiles() {
  const folder = 'config/overlays';
  const tracked = trackedFiles(ROOT, folder).map((file) => file.split('/'));
  return [...new Set(tracked.map(([overlay]) => overlay))].flatMap((overlay) => {
    const text = (file) => readFileSync(path.join(ROOT, folder, overlay, file), 'utf8');
    const { resources } = load(text('kustomization.yaml'));
    const others = tracked
      .filter(([parent, file, ...deeper]) => parent === overlay && file.endsWith('.yaml') && deeper.length === 0)
      .map(([, file]) => file)
      .filter((file) => file !== 'kustomization.yaml' && !resources.includes(file));
    return [
      [`${overlay}.yaml`, resources.map(text).join('---\n')],
      ...others.map((file) => [`${overlay}-${file}`, text(file)]),
    ];
  });
}
