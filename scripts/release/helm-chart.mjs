import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { digestOf, jsonBlob, MEDIA_TYPES } from '../oci.mjs';
import { byBytes } from './byte-order.mjs';
import { ROOT } from '../root.mjs';
import { require } from '../typescript.mjs';
import { tarball } from './archives.mjs';

const { load } = require('js-yaml');

const CHART = path.join(ROOT, 'config/helm/taskpack');

/** Helm's media types of charts in registries (helm.sh, "Use OCI-based registries"). */
const CONFIG = 'application/vnd.cncf.helm.config.v1+json';
const LAYER = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';

/** The chart's name as an image. */
export const CHART_IMAGE = 'charts/taskpack';

/** Returns the archive of the Helm chart, whose default images are those of `registry` by `digests`, by image. */
export function chartArchive(facts) {
  return tarball(chartFiles(facts));
}

/** Returns the files of the chart's archive. */
export function chartFiles({ registry, digests }) {
  const files = readdirSync(CHART, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(CHART, path.join(entry.parentPath, entry.name)))
    .toSorted(byBytes);
  return files.map((file) => {
    const text = readFileSync(path.join(CHART, file), 'utf8');
    const content = Buffer.from(file === 'values.yaml' ? withImages(text, registry, digests) : text);
    return { path: `taskpack/${file}`, content };
  });
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
  const description = load(readFileSync(path.join(CHART, 'Chart.yaml'), 'utf8'));
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

function descriptorOf({ mediaType, digest, size }) {
  return { mediaType, digest, size };
}
