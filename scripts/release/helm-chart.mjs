import { readFileSync } from 'node:fs';
import path from 'node:path';
import { descriptorOf, digestOf, jsonBlob, MEDIA_TYPES } from '../oci.mjs';
import { ROOT } from '../root.mjs';
import { require } from '../typescript.mjs';
import { tarball } from './archives.mjs';
import { trackedFiles } from './tracked-files.mjs';

const { load } = require('js-yaml');

const CHART = 'config/helm/taskpack';

/** Helm's media types of charts in registries (helm.sh, "Use OCI-based registries"). */
const CONFIG = 'application/vnd.cncf.helm.config.v1+json';
const LAYER = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';

/** The chart's name as an image. */
export const CHART_IMAGE = 'charts/taskpack';

/** Returns the archive of the Helm chart, whose default images are those of `registry` by `digests`, by image. */
export function chartArchive({ registry, digests }) {
  const files = trackedFiles(ROOT, CHART).map((file) => {
    const text = chartText(file);
    const content = Buffer.from(file === 'values.yaml' ? withImages(text, registry, digests) : text);
    return { path: `taskpack/${file}`, content };
  });
  return tarball(files);
}

function chartText(file) {
  return readFileSync(path.join(ROOT, CHART, file), 'utf8');
}

/** Replaces defaults in the text of values.yaml, so that its comments stay. */
function withImages(text, registry, digests) {
  const changes = [
    [/^( {2}registry: ).*$/m, registry],
    ...Object.entries(digests).map(([name, digest]) => [
      new RegExp(`^( {2}${name}:\\n(?: {4}.*\\n)*? {4}digest: )''$`, 'm'),
      digest,
    ]),
  ];
  return changes.reduce((before, [pattern, value]) => {
    if (!pattern.test(before)) throw new Error(`values.yaml of the Helm chart has no text ${pattern}`);
    return before.replace(pattern, (_, start) => start + value);
  }, text);
}

/** Returns the chart as an artifact for `helm install oci://…`. */
export function chartImage(archive) {
  const description = load(chartText('Chart.yaml'));
  const config = jsonBlob(CONFIG, description);
  const layer = { mediaType: LAYER, digest: digestOf(archive), size: archive.length, content: archive };
  const manifest = jsonBlob(MEDIA_TYPES.oci.manifest, {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.oci.manifest,
    config: descriptorOf(config),
    layers: [descriptorOf(layer)],
  });
  return { manifest, config, layers: [layer] };
}
