import { digestOf, type BadInput } from './bad-input.ts';
import { withLabels, type GoodImages, type Images } from './some-images.ts';

const LAYERS = 'io.buildpacks.buildpack.layers';
const MIXINS = 'io.buildpacks.stack.mixins';

/** `hello-1` with that layers label. */
function withLayersLabel(label: unknown): (good: GoodImages) => Images {
  return (good) => ({ 'hello-1': withLabels(good['hello-1'], { [LAYERS]: label }) });
}

const deep = (text: string): string => `${text}${'['.repeat(100_000)}${']'.repeat(100_000)}`;

const label = (problem: string): string =>
  `error: <stdin>:71:18 spec.sources[0].image: F/hello-1: label ${LAYERS}${problem}`;

/** Invalid labels. */
export const LABELS: readonly BadInput[] = [
  { what: 'a label that is not JSON', images: withLayersLabel('{"test/hello"'), says: [label(' is not JSON')] },
  {
    what: 'a label of a megabyte that is not JSON',
    images: withLayersLabel(`{"${'x'.repeat(1_000_000)}`),
    says: [label(' is not JSON')],
  },
  {
    what: 'a label that nests without end',
    images: withLayersLabel(`${deep('{"a":')}}`),
    says: [label(' is not JSON')],
  },
  {
    what: 'a label that is a list',
    images: withLayersLabel([]),
    says: [label(': expected an object, found an array')],
  },
  { what: 'a label that is null', images: withLayersLabel(null), says: [label(': expected an object, found null')] },
  {
    what: 'a label with a text for versions',
    images: withLayersLabel({ 'test/hello': '1.0.0' }),
    says: [label(': [test/hello]: expected an object, found the string "1.0.0"')],
  },
  {
    what: 'no label at all in an image of a store',
    images: withLayersLabel(undefined),
    says: [
      'error: <stdin>:22:5 spec.order: ClusterStore hello: image F/hello-1 has no buildpacks (label io.buildpacks.buildpack.layers)',
    ],
  },
  {
    what: 'no buildpack in the label',
    images: withLayersLabel({}),
    says: [
      'error: <stdin>:22:5 spec.order: ClusterStore hello: image F/hello-1 has no buildpacks (label io.buildpacks.buildpack.layers)',
    ],
  },
  {
    what: 'a buildpack without its diffID',
    images: withLayersLabel({ 'test/hello': { '1.0.0': { api: '0.10' } } }),
    says: [label(': [test/hello][1.0.0].layerDiffID: missing field(s)')],
  },
  {
    what: 'a diffID that is a path',
    images: withLayersLabel({ 'test/hello': { '1.0.0': { api: '0.10', layerDiffID: '../../x' } } }),
    says: [label(': [test/hello][1.0.0].layerDiffID: invalid value: ../../x')],
  },
  {
    what: 'a diffID of another image',
    images: withLayersLabel({ 'test/hello': { '1.0.0': { api: '0.10', layerDiffID: digestOf('7') } } }),
    says: [
      `error: <stdin>:71:18 spec.sources[0].image: F/hello-1: unable to get layer test/hello@1.0.0: the image has no layer with diffID sha256:7…`,
    ],
  },
  {
    what: 'ids that are names of what objects have anyway',
    images: withLayersLabel(
      `{"__proto__":{"1":{"layerDiffID":"x"}},"constructor":{"prototype":{"layerDiffID":"${digestOf('7')}"}}}`,
    ),
    says: [
      `error: <stdin>:71:18 spec.sources[0].image: F/hello-1: unable to get layer constructor@prototype: the image has no layer with diffID sha256:7…`,
    ],
  },
  {
    what: 'mixins that are a text',
    images: ({ run }) => ({ run: withLabels(run, { [MIXINS]: 'busybox' }) }),
    says: [`error: <stdin>:46:16 spec.runImage.image: F/run: label ${MIXINS} is not JSON`],
  },
  {
    what: 'mixins that are no texts',
    images: ({ build }) => ({ build: withLabels(build, { [MIXINS]: ['busybox', 1, null] }) }),
    says: [
      `error: <stdin>:43:16 spec.buildImage.image: F/build: label ${MIXINS}: [1]: expected a string, found the number 1`,
      `error: <stdin>:43:16 spec.buildImage.image: F/build: label ${MIXINS}: [2]: expected a string, found null`,
    ],
  },
  {
    what: 'a mixin that the run image lacks',
    images: ({ run }) => ({ run: withLabels(run, { [MIXINS]: ['run:fonts'] }) }),
    says: ['error: <stdin>:10:5 spec.stack: runImage missing required mixin(s): busybox'],
  },
  {
    what: 'a mixin of run images in the build image',
    images: ({ build }) => ({ build: withLabels(build, { [MIXINS]: ['busybox', 'run:fonts'] }) }),
    says: ['error: <stdin>:10:5 spec.stack: build image contains run-only mixin(s): run:fonts'],
  },
  {
    what: 'a mixin of build images in the run image',
    images: ({ run }) => ({ run: withLabels(run, { [MIXINS]: ['busybox', 'build:headers'] }) }),
    says: ['error: <stdin>:10:5 spec.stack: run image contains build-only mixin(s): build:headers'],
  },
  {
    what: 'no stack label',
    images: ({ build }) => ({ build: withLabels(build, { 'io.buildpacks.stack.id': undefined }) }),
    says: ['error: <stdin>:10:5 spec.stack: could not find label io.buildpacks.stack.id'],
  },
  {
    what: 'a stack label that writes on the terminal',
    images: ({ run }) => ({ run: withLabels(run, { 'io.buildpacks.stack.id': 'x\u001b[31m\n\u202e\u009by' }) }),
    says: [
      'error: <stdin>:10:5 spec.stack: invalid stack images. expected stack: io.test.stacks.tiny, build image stack: io.test.stacks.tiny, run image stack: x\\u001b[31m\\n\\u202e\\u009by',
    ],
  },
  {
    what: 'a lifecycle that says nothing of itself',
    images: ({ lifecycle }) => ({
      lifecycle: withLabels(lifecycle, {
        'io.buildpacks.lifecycle.version': undefined,
        'io.buildpacks.builder.metadata': undefined,
      }),
    }),
    says: ['error: <stdin>:14:5 spec.lifecycle: could not find label io.buildpacks.builder.metadata'],
  },
  {
    what: 'a lifecycle whose APIs are no lists',
    images: ({ lifecycle }) => ({
      lifecycle: withLabels(lifecycle, { 'io.buildpacks.lifecycle.apis': { platform: { supported: '0.12' } } }),
    }),
    says: [
      'error: <stdin>:58:14 spec.image: F/lifecycle: label io.buildpacks.lifecycle.apis: platform.supported: expected an array, found the string "0.12"',
    ],
  },
  {
    what: 'a lifecycle of another time',
    images: ({ lifecycle }) => ({
      lifecycle: withLabels(lifecycle, {
        'io.buildpacks.lifecycle.apis': { buildpack: { supported: ['0.10'] }, platform: { supported: ['0.2', '9.9'] } },
      }),
    }),
    says: [
      'error: <stdin>:14:5 spec.lifecycle: unsupported platform apis in kpack lifecycle: 0.2, 9.9, expecting one of: 0.7, 0.8, 0.9, 0.10, 0.11, 0.12, 0.13, 0.14, 0.15',
    ],
  },
];
