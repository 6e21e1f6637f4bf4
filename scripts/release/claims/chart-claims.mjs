import { require } from '../../typescript.mjs';
import { tarballFiles } from '../archives.mjs';
import { contentOf, equal, sha256 } from './file-claims.mjs';
import { readJson } from './image-claims.mjs';

const { load } = require('js-yaml');

/** Returns the claims on the Helm chart: its version, its images, and that the registry's artifact is the same archive. */
export function chartClaims({ version, files, index, archive }) {
  const chart = () => contentOf(files, `taskpack-chart-${version}.tgz`);
  return [
    {
      claim: 'version of the Helm chart',
      check: async () => equal((await fileIn(chart(), 'Chart.yaml')).appVersion, version, 'the appVersion'),
    },
    { claim: 'images of the Helm chart', check: async () => checkImages(await fileIn(chart(), 'values.yaml'), index) },
    {
      claim: 'content of image charts/taskpack is the Helm chart',
      check: () => {
        const { layers } = readJson(archive, digestOf(index, 'charts/taskpack'));
        equal(layers[0].digest, `sha256:${sha256(chart())}`, 'the digest of the layer');
      },
    },
  ];
}

function checkImages({ images }, index) {
  equal(images.registry, index.registry, 'the registry');
  for (const name of ['steps', 'entrypoint'])
    equal(images[name].digest, digestOf(index, name), `the digest of ${name}`);
}

function digestOf(index, image) {
  return index.images.find(({ name }) => name === image)?.digest;
}

async function fileIn(archive, name) {
  const file = (await tarballFiles(archive)).find((one) => one.path === `taskpack/${name}`);
  if (file === undefined) throw new Error(`the chart has no file ${name}`);
  return load(file.content.toString());
}
