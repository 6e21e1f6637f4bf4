// npm run bench -- objects: the CPU time that the largest objects of the API server hold the event loop.
import { compiled } from './compiled.mjs';
import { report } from './report.mjs';

const RUNS = 15;
/** Half of what limits.md promises, because the benchmark's machine may be faster than the controller's. */
const AIM_MS = 50;

/** The default limit of etcd, with room for the rest of the object. */
const OBJECT_BYTES = 1_500_000;

const { parseObject } = await compiled('src/clients/kube/json/parse-object.ts');
const { objectReader } = await compiled('src/controller/kit/readable-cache.ts');
const { BUILD } = await compiled('src/core/api/kpack/kind-definitions.ts');
const { translate } = await compiled('src/core/translate/translate.ts');
const { translateOptions } = await compiled('src/core/translate-options.ts');
const { formatYaml } = await compiled('src/core/yaml/format-yaml.ts');

const METADATA = { name: 'sample', namespace: 'team', uid: '1', resourceVersion: '1', generation: 1 };

const FACTS = {
  apiVersion: 'taskpack.dev/v1alpha1',
  kind: 'ImageFacts',
  image: 'registry.example.com/builder',
  digest: `sha256:${'a'.repeat(64)}`,
  uid: 1001,
  gid: 1000,
  stackId: 'io.example.stack',
  lifecycle: { apis: { platform: { supported: ['0.7', '0.8', '0.9', '0.10', '0.11'] } } },
  runImage: { image: 'registry.example.com/run' },
};

/** The texts of lists and objects whose parsing takes long, with as many entries as fit, or as are parsed. */
const SHAPES = {
  'empty objects': (count) => `[${times(count, () => '{}')}]`,
  numbers: (count) => `[${times(count, () => '1')}]`,
  'different texts': (count) => `[${times(count, (place) => `"${place.toString(36)}"`)}]`,
  'different fields': (count) => `{${times(count, (place) => `"${place.toString(36)}":1`)}}`,
  'objects with different fields': (count) => `[${times(count, (place) => `{"${place.toString(36)}":{}}`)}]`,
};

for (const [name, shape] of Object.entries(SHAPES)) {
  const whole = textOf(`{"a":${shape(Math.floor(OBJECT_BYTES / (shape(1000).length / 1000)))}}`);
  measure(`${name}, JSON.parse`, () => JSON.parse(whole), Infinity);
  measure(`${name}, parsed`, () => parseObject(whole));
  const fitting = textOf(`{"a":${shape(name === 'objects with different fields' ? 19_000 : 29_000)}}`);
  measure(`${name}, as many as are kept`, () => parseObject(fitting));
}

const read = objectReader(BUILD);
for (const [name, spec] of Object.entries({
  '3,200 variables of 440 bytes': { env: list(3_200, (place) => ({ name: `NAME_${place}`, value: 'x'.repeat(400) })) },
  '1,600 variables of 440 bytes': { env: list(1_600, (place) => ({ name: `NAME_${place}`, value: 'x'.repeat(400) })) },
  '9,500 tags': { tags: list(9_500, (place) => `registry.example.com/${'x'.repeat(100)}:${place}`) },
  '9,500 wrong tags': { tags: list(9_500, () => 1) },
  '9,500 unknown fields': Object.fromEntries(list(9_500, (place) => [`${'x'.repeat(100)}${place}`, 1])),
  '3,000 wrong variables': { env: list(3_000, () => ({ name: 1, value: 2 })) },
  '2,400 bindings': {
    services: list(2_400, (place) => ({ kind: 'Secret', apiVersion: 'v1', name: `secret-${place}` })),
  },
  'a variable of 1.4 MB': { env: [{ name: 'A', value: 'é'.repeat(700_000) }] },
}))
  benchBuild(name, spec);

/** Measures the parts that a controller runs in different turns, and the whole translation, which it runs at once. */
function benchBuild(name, spec) {
  const build = {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: METADATA,
    spec: {
      tags: ['registry.example.com/app'],
      builder: { image: 'registry.example.com/builder' },
      source: { git: { url: 'https://git.example.com/app', revision: 'main' } },
      ...spec,
    },
  };
  const text = JSON.stringify(build);
  measure(`${name}: parse`, () => parseObject(text));
  measure(`${name}: read`, () => read(parseObject(text)));
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'team' } };
  const options = translateOptions({ to: 'taskrun' });
  const run = () => [
    ...translate([{ value: parseObject(text) }, { value: account }, { value: FACTS }], options).manifests,
  ];
  measure(`${name}: translate (${run().length} objects)`, run);
  const manifests = run();
  measure(`${name}: JSON`, () => JSON.stringify(manifests));
  measure(`${name}: YAML`, () => manifests.map(formatYaml), Infinity);
}

/** Reports CPU time, which other processes do not lengthen much. The fastest run is one after compilation. */
function measure(name, work, atMost = AIM_MS) {
  const taken = Array.from({ length: RUNS }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  const detail = `first run ${taken[0].toFixed(0)} ms`;
  report(name, Math.min(...taken), { unit: 'ms', ...(atMost < Infinity && { atMost }), detail });
}

function textOf(spec) {
  return `{"apiVersion":"kpack.io/v1alpha2","kind":"Build","metadata":${JSON.stringify(METADATA)},"spec":${spec}}`;
}

function times(count, text) {
  return list(count, text).join(',');
}

function list(length, item) {
  return Array.from({ length }, (_, place) => item(place));
}
