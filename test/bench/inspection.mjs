// npm run bench -- inspection: the CPU time that the most expensive images within the limits hold the event loop.
import { compiled } from './compiled.mjs';
import { report } from './report.mjs';

const RUNS = 15;
/** Half of what limits.md promises, because the benchmark's machine may be faster than the controller's. */
const AIM_MS = 50;

const { readUncheckedFacts, checkFacts } = await compiled('src/core/inspection/image-facts.ts');
const { parseDocument } = await compiled('src/clients/registry/client/transport/json-document.ts');

/** Almost as many as all labels may have, and half of it: as many as the configuration itself may have. */
const [ENTRIES, LABELS] = [19_000, 9_500];
const digests = Array.from({ length: 1_000 }, (_, place) => digestOf(place));

// First, because no code of the process is compiled yet.
bench('1,000 buildpacks in 1,000 layers', labels({ 'buildpack.layers': { a: versions(1_000, buildpack) } }), digests);
bench('19,000 wrong mixins', labels({ 'stack.mixins': list(ENTRIES, 1) }));
bench('19,000 mixins', labels({ 'stack.mixins': list(ENTRIES, 'x'.repeat(40)) }));
bench('19,000 wrong mirrors', labels({ 'builder.metadata': { stack: { runImage: { mirrors: list(ENTRIES, 1) } } } }));
bench('9,000 versions without a layer', labels({ 'buildpack.layers': { a: versions(9_000, () => ({})) } }));
bench('19,000 wrong versions', labels({ 'buildpack.layers': { a: versions(ENTRIES, () => 1) } }));
bench(
  '100 wrong diffIDs beside 900 buildpacks',
  labels({ 'buildpack.layers': { a: versions(900, buildpack), b: versions(100, () => ({ layerDiffID: 'x' })) } }),
  digests,
);
bench(
  '1,000 buildpacks with 7,000 empty IDs of stacks',
  labels({
    'buildpack.layers': {
      a: versions(1_000, (place) => ({ ...buildpack(place), order: [], stacks: list(7, { id: '' }) })),
    },
  }),
  digests,
);
bench('9,500 long labels', {
  Labels: Object.fromEntries(list(LABELS, 0).map((_, n) => [`${'x'.repeat(180)}${n}`, 'x'])),
});
bench('9,400 labels beside 19,000 wrong mirrors', {
  Labels: {
    ...Object.fromEntries(list(9_400, 0).map((_, n) => [`${'x'.repeat(180)}${n}`, 'x'])),
    'io.buildpacks.builder.metadata': JSON.stringify({ images: list(1, { image: 'a', mirrors: list(ENTRIES, 1) }) }),
  },
});
bench('9,500 wrong diffIDs', {}, list(LABELS, 1));
bench('a label of 1 MiB', labels({ 'stack.mixins': ['é'.repeat(500_000)] }));
bench('a configuration of 2 MiB', { Cmd: ['é'.repeat(1_000_000)] });
bench('400,000 mixins, refused', labels({ 'stack.mixins': list(400_000, 1) }), [], false);

/**
 * Measures parsing a configuration, reading its labels and checking them, which happen in different turns of the event loop. An
 * aim is for compiled code; the first run shows what the first such image of a process takes.
 */
function bench(name, config, diffIds = [], isParsed = true) {
  const bytes = Buffer.from(
    JSON.stringify({ os: 'linux', architecture: 'amd64', config, rootfs: { diff_ids: diffIds } }),
  );
  const subject = { registry: 'example.com', image: 'index.example.com/some/image' };
  const layers = diffIds.map((digest) => ({ mediaType: 'some/type', size: 1, digest }));
  const image = { name: subject.image, digest: digestOf(0), layers, manifest: '{}', configuration: bytes.toString() };
  const json = JSON.parse(bytes.toString());
  if (isParsed) measure(`${name}: parse`, () => parseDocument(bytes, subject));
  measure(`${name}: read`, () => readUncheckedFacts({ ...image, config: json }));
  // zod remembers the objects that it has checked, so each run has its own.
  const runs = Array.from({ length: RUNS }, () => readUncheckedFacts({ ...image, config: json }));
  measure(`${name}: check`, () => checkFacts(runs.pop()));
}

/** Reports CPU time, which other processes do not lengthen much. The fastest run is one after compilation. */
function measure(name, work) {
  const times = Array.from({ length: RUNS }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  report(name, Math.min(...times), { unit: 'ms', atMost: AIM_MS, detail: `first run ${times[0].toFixed(0)} ms` });
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
