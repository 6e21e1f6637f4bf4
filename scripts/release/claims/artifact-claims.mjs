import { isSameJson } from '../../release-modules.mjs';
import { readStrictTarball, strictGunzip } from '../archives.mjs';
import { taskBundle } from '../assemble-release.mjs';
import { chartName } from '../file-names.mjs';
import { CHART_IMAGE, chartFiles, chartImage } from '../helm-chart.mjs';
import { contentOf } from '../json-file.mjs';
import { equal, equalNames, equalText } from './equal.mjs';

/**
 * Returns the claims on the Helm chart and the bundle of Tasks: they have the content that follows from the release's facts. Their
 * compressed bytes can differ, because another Node compresses differently.
 */
export function artifactClaims({ version, files, archive, facts, images }) {
  const chart = () => contentOf(files, chartName(version));
  const image = (name) => archive.json(images.find((one) => one.name === name).digest);
  return [
    {
      claim: 'content of the Helm chart',
      check: async () => checkChart(await readStrictTarball(chart()), chartFiles(facts)),
    },
    {
      claim: `content of image ${CHART_IMAGE} is the Helm chart`,
      check: () => checkSame(image(CHART_IMAGE), JSON.parse(chartImage(chart()).manifest.content)),
    },
    { claim: 'Tasks of the bundle', check: () => checkBundle(archive, image('tasks'), taskBundle(facts)) },
  ];
}

function checkChart(actual, expected) {
  equalNames(
    actual.map(({ path }) => path),
    expected.map(({ path }) => path),
  );
  for (const [index, { path, content, mode }] of actual.entries()) {
    equal(path, expected[index].path, `file ${index + 1}`);
    equal(mode, 0o644, `the mode of ${path}`);
    inFile(path, () => equalText(content, expected[index].content));
  }
}

function inFile(path, check) {
  try {
    check();
  } catch (error) {
    throw new Error(`${path}: ${error.message}`, { cause: error });
  }
}

function checkBundle(archive, actual, { manifest, layers }) {
  const expected = JSON.parse(manifest.content);
  checkSame(withoutSizes(actual), withoutSizes(expected));
  for (const [index, { content }] of layers.entries())
    equalText(strictGunzip(archive.blob(actual.layers[index].digest)), strictGunzip(content));
}

/** Layers without what their compression decides. */
function withoutSizes({ layers, ...manifest }) {
  return { ...manifest, layers: layers.map(({ mediaType, annotations = {} }) => ({ mediaType, annotations })) };
}

function checkSame(actual, expected) {
  if (!isSameJson(actual, expected))
    throw new Error(`the manifest is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
}
