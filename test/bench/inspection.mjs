// npm run bench -- inspection: the time that the most expensive images within the limits hold the event loop.
import { compiled } from './compiled.mjs';
import { report } from './report.mjs';

const RUNS = 5;
const AIM_MS = 100;

const { readImageFacts } = await compiled('src/inspection/image-facts.ts');
const { parseDocument } = await compiled('src/registry/client/transport/json-document.ts');

const ENTRIES = 19_000;
const digests = Array.from({ length: 1_000 }, (_, place) => digestOf(place));

bench('19,000 wrong mixins', labels({ 'stack.mixins': list(ENTRIES, 1) }));
bench('19,000 mixins', labels({ 'stack.mixins': list(ENTRIES, 'x'.repeat(40)) }));
bench('19,000 wrong mirrors', labels({ 'builder.metadata': { stack: { runImage: { mirrors: list(ENTRIES, 1) } } } }));
bench('9,000 versions without a layer', labels({ 'buildpack.layers': { a: versions(9_000, () => ({})) } }));
bench('1,000 buildpacks in 1,000 layers', labels({ 'buildpack.layers': { a: versions(1_000, buildpack) } }), digests);
bench('19,000 labels', {
  Labels: Object.fromEntries(digests.flatMap((digest) => list(19, 0).map((_, n) => [`${digest}${n}`, 'x']))),
});
bench('a configuration of 4 MiB', { Cmd: ['é'.repeat(2_000_000)] });
bench('400,000 mixins, refused', labels({ 'stack.mixins': list(400_000, 1) }), [], false);

/** Measures parsing a configuration and reading its facts, which happen in different turns of the event loop. */
function bench(name, config, diffIds = [], isParsed = true) {
  const bytes = Buffer.from(
    JSON.stringify({ os: 'linux', architecture: 'amd64', config, rootfs: { diff_ids: diffIds } }),
  );
  const subject = { registry: 'example.com', image: 'example.com/image' };
  const layers = diffIds.map((digest) => ({ mediaType: 'some/type', size: 1, digest }));
  const image = { name: subject.image, digest: digestOf(0), layers, manifest: '{}', configuration: bytes.toString() };
  const json = JSON.parse(bytes.toString());
  if (isParsed)
    report(
      `${name}: parse`,
      fastest(() => parseDocument(bytes, subject)),
      { unit: 'ms', atMost: AIM_MS },
    );
  report(
    `${name}: read`,
    fastest(() => readImageFacts({ ...image, config: json })),
    { unit: 'ms', atMost: AIM_MS },
  );
}

/** The fastest run is the one with the least disturbance by other processes. */
function fastest(work) {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

function labels(values) {
  return {
    Labels: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`io.buildpacks.${name}`, JSON.stringify(value)]),
    ),
  };
}

function versions(count, valueOf) {
  return Object.fromEntries(Array.from({ length: count }, (_, place) => [`1.0.${place}`, valueOf(place)]));
}

function buildpack(place) {
  return {
    layerDiffID: digestOf(place),
    api: '0.10',
    stacks: [{ id: '*' }],
    order: [{ group: [{ id: 'a/b', version: '1.0.0' }] }],
  };
}

function list(length, item) {
  return Array.from({ length }, () => item);
}

function digestOf(number) {
  return `sha256:${number.toString(16).padStart(64, '0')}`;
}
