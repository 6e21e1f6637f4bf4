import * as fc from 'fast-check';
import { readObjects } from '../../../src/core/api/read-objects.ts';
import { readImageFacts } from '../../../src/core/inspection/image-facts.ts';
import { isJsonObject, type Json } from '../../../src/core/model/json.ts';
import { formatProblem } from '../../../src/core/model/problem.ts';
import { formatYaml } from '../../../src/core/yaml/format-yaml.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { type FuzzTarget, fuzzTarget } from '../fuzz-target.ts';
import { damagedText } from '../hostile/damaged-text.ts';
import { changedJson, hostileText } from '../hostile/hostile-json.ts';
import { BrokenPromise, checkMessage, endingOf } from '../oracle.ts';

interface LabelsCase {
  /** The labels with JSON as text. */
  readonly labels: Readonly<Record<string, string>>;
  /** The configuration without its labels. */
  readonly config: Json;
  readonly layers: number;
}

const digest = (digit: string): string => `sha256:${digit.repeat(64)}`;

const BUILDPACKS: Json = {
  'some/buildpack': {
    '1.0.0': {
      api: '0.10',
      layerDiffID: digest('0'),
      homepage: 'https://example.com',
      stacks: [{ id: '*', mixins: ['git', 'build:x'] }],
      targets: [{ os: 'linux', arch: 'amd64', variant: 'v1', distros: [{ name: 'ubuntu', version: '22.04' }] }],
      order: [{ group: [{ id: 'a/b', version: '1', optional: true }] }],
    },
    '2.0.0': { layerDiffID: digest('1'), stacks: null },
  },
};
const BUILDER: Json = {
  lifecycle: {
    version: '0.20.12',
    api: { buildpack: '0.7', platform: '0.4' },
    apis: { buildpack: { deprecated: null, supported: ['0.7'] } },
  },
  stack: { runImage: { image: 'example.com/run', mirrors: ['other.example.com/run'] } },
  images: [{ image: 'example.com/run', mirrors: null }],
};
const APIS: Json = {
  buildpack: { deprecated: [], supported: ['0.7', '0.10'] },
  platform: { supported: ['0.4', '0.14'] },
};

/** Labels by name, each with JSON that is near to a valid one. */
const SAMPLES: Readonly<Record<string, Json>> = {
  'buildpack.layers': BUILDPACKS,
  'builder.metadata': BUILDER,
  'lifecycle.apis': APIS,
  'buildpackage.metadata': { id: 'some/buildpack', version: '1.0.0', homepage: 'https://example.com', stacks: [] },
  'buildpack.order-extensions': [{ group: [] }],
  'buildpack.system': { pre: { buildpacks: [{ id: 'a/b', version: '1.0.0', optional: true }] }, post: {} },
  'stack.mixins': ['git', 'build:make'],
};
const jsonLabel = fc
  .constantFrom(...Object.entries(SAMPLES))
  .chain(([name, sample]) =>
    fc.tuple(
      fc.constant(`io.buildpacks.${name}`),
      fc.oneof(
        { weight: 5, arbitrary: changedJson([sample]).map((json) => JSON.stringify(json)) },
        { weight: 1, arbitrary: damagedText(fc.constant(JSON.stringify(sample))) },
        { weight: 1, arbitrary: hostileText },
      ),
    ),
  );
const textLabel = fc.tuple(
  fc.constantFrom(
    'io.buildpacks.stack.id',
    'io.buildpacks.lifecycle.version',
    'io.buildpacks.base.distro.name',
    'io.buildpacks.base.distro.version',
    '__proto__',
  ),
  hostileText,
);
const cases: fc.Arbitrary<LabelsCase> = fc.record({
  labels: fc
    .array(fc.oneof({ weight: 3, arbitrary: jsonLabel }, { weight: 1, arbitrary: textLabel }), { maxLength: 5 })
    .map(Object.fromEntries),
  config: changedJson([
    {
      os: 'linux',
      architecture: 'amd64',
      variant: 'v1',
      config: { Env: ['CNB_USER_ID=1000', 'CNB_GROUP_ID=1000', 'PATH=/bin'], Entrypoint: ['/cnb/x'], Cmd: null },
      rootfs: { type: 'layers', diff_ids: [digest('0'), digest('1')] },
    },
  ]),
  layers: fc.constantFrom(2, 2, 2, 2, 0, 1_001),
});

/** The labels of an image give facts that taskpack reads again from a file, or a few short problems. */
export const LABELS: FuzzTarget = fuzzTarget('labels', cases, async ({ labels, config, layers }: LabelsCase) => {
  const content = isJsonObject(config) && isJsonObject(config['config']) ? config['config'] : {};
  const image = {
    name: 'example.com/image',
    digest: digest('2'),
    layers: Array.from({ length: layers }, () => ({ mediaType: 'some/type', size: 1, digest: digest('3') })),
    manifest: '{}',
    configuration: '{}',
    config: { ...(isJsonObject(config) ? config : {}), config: { ...content, Labels: labels } },
  };
  const ending = await endingOf(() => readImageFacts(image), { codeOf: () => undefined });
  if (ending.kind === 'error') return ending.code;
  const { value } = ending;
  if (value.kind === 'problems') {
    const bytes = Buffer.byteLength(value.problems.join('; '));
    if (value.problems.length > 21 || bytes > 3_700)
      throw new BrokenPromise(`${value.problems.length} problems of ${bytes} bytes`);
    for (const problem of value.problems) checkMessage(problem);
    return 'problems';
  }
  const written = formatYaml(value.facts as unknown as Json);
  const { documents, problems } = parseYaml(written, 'facts.yaml');
  const again = [...problems, ...readObjects(documents).problems];
  if (again.length > 0)
    throw new BrokenPromise(`facts that cannot be read again: ${again.map(formatProblem).join('; ').slice(0, 500)}`);
  return 'value';
});
