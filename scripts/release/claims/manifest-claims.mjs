import { gunzipSync } from 'node:zlib';
import { pinnedTo } from '../../oci.mjs';
import { isSameJson } from '../../release-modules.mjs';
import { require } from '../../typescript.mjs';
import { tarFiles } from '../archives.mjs';
import { byBytes } from '../byte-order.mjs';
import { contentOf, equal } from './file-claims.mjs';
import { readJson } from './image-claims.mjs';

const { loadAll } = require('js-yaml');

/** Returns the claims on the files for kubectl: they name the release's images by digest, and the bundle contains the Tasks. */
export function manifestClaims({ files, index, archive }) {
  const pinned = Object.fromEntries(
    index.images.map(({ name, reference, digest }) => [name, pinnedTo(reference, digest)]),
  );
  const taskNames = [...files.keys()].filter((name) => name.startsWith('task-'));
  return [
    imagesClaim(files, 'release.yaml', [pinned.entrypoint, pinned.steps], index),
    ...taskNames.map((name) => imagesClaim(files, name, [pinned.steps], index)),
    { claim: 'Tasks of the bundle', check: async () => checkBundle(files, taskNames, index, archive) },
  ];
}

function imagesClaim(files, name, expected, { registry }) {
  return {
    claim: `images of ${name}`,
    check: () =>
      equal(
        imagesIn(contentOf(files, name).toString(), registry).join(', '),
        expected.join(', '),
        'the list of images',
      ),
  };
}

/** Returns the different images of a registry that a YAML text names. A sentence with the name of an image is not a name. */
function imagesIn(text, registry) {
  const names = loadAll(text).flatMap(textsIn);
  return [...new Set(names.filter((name) => name.startsWith(`${registry}/`) && !/\s/.test(name)))].toSorted(byBytes);
}

function textsIn(value) {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

async function checkBundle(files, taskNames, index, archive) {
  const bundle = index.images.find(({ name }) => name === 'tasks');
  if (bundle === undefined) throw new Error('release.json has no image tasks');
  const bundled = [];
  for (const { digest } of readJson(archive, bundle.digest).layers) {
    const [file] = await tarFiles(gunzipSync(archive.blob(digest)));
    bundled.push(...loadAll(file.content.toString()));
  }
  for (const name of taskNames) {
    const [task] = loadAll(contentOf(files, name).toString());
    const same = bundled.find(({ metadata }) => metadata.name === task.metadata.name);
    if (same === undefined || !isSameJson(same, task))
      throw new Error(`the bundle does not contain the Task of ${name}`);
  }
  equal(bundled.length, taskNames.length, 'the number of Tasks in the bundle');
}
