import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { makeLayer, type Layer } from '../../../src/core/oci/layer.ts';

const PLATFORM = { os: 'linux', architecture: 'amd64' };

const APIS = {
  buildpack: { deprecated: null, supported: ['0.10', '0.11'] },
  platform: { deprecated: ['0.7'], supported: ['0.12', '0.13'] },
};

const ENVIRONMENT = ['PATH=/bin', 'CNB_USER_ID=1001', 'CNB_GROUP_ID=1000'];

/** A lifecycle image with the labels that kpack reads. */
export function lifecycleImage(): Image {
  return labelled(
    {
      'io.buildpacks.lifecycle.version': '0.20.12',
      'io.buildpacks.lifecycle.apis': APIS,
      'io.buildpacks.builder.metadata': {
        lifecycle: { version: '0.20.12' },
        api: { buildpack: '0.7', platform: '0.7' },
      },
    },
    { layers: [layerOf('/base'), layerOf('/cnb/lifecycle/creator')] },
  );
}

/** A build image of a stack. */
export function buildImage(): Image {
  return labelled(
    { 'io.buildpacks.stack.id': 'io.example.stack', 'io.buildpacks.stack.mixins': ['build:git', 'curl'] },
    { layers: [layerOf('/base')], config: { Env: ENVIRONMENT } },
  );
}

/** A composite buildpack and its child. */
export function buildpackage(): Image {
  const [child, parent] = [
    layerOf('/cnb/buildpacks/example_child/1.2.0'),
    layerOf('/cnb/buildpacks/example_meta/2.0.0'),
  ];
  return labelled(
    {
      'io.buildpacks.buildpackage.metadata': { id: 'example/meta', version: '2.0.0' },
      'io.buildpacks.buildpack.layers': {
        'example/meta': {
          '2.0.0': {
            api: '0.10',
            layerDiffID: parent.diffId,
            order: [{ group: [{ id: 'example/child', version: '1.2.0', optional: true }] }],
            stacks: null,
          },
        },
        'example/child': {
          '1.2.0': {
            api: '0.10',
            layerDiffID: child.diffId,
            homepage: 'https://example.com/child',
            stacks: [{ id: '*', mixins: null }],
            targets: [{ os: 'linux', arch: 'amd64', variant: '' }],
          },
        },
      },
    },
    { layers: [child, parent] },
  );
}

/** A builder with a stack and run images. */
export function builderImage(labels: Readonly<Record<string, unknown>> = {}, architecture = 'amd64'): Image {
  return labelled(
    {
      'io.buildpacks.stack.id': 'io.example.stack',
      'io.buildpacks.builder.metadata': {
        description: 'an example',
        stack: { runImage: { image: 'registry.example.com/run', mirrors: null } },
        lifecycle: { version: '0.20.12', apis: APIS },
        images: [{ image: 'registry.example.com/run', mirrors: ['registry.example.com/mirror'] }],
      },
      'io.buildpacks.buildpack.layers': {},
      ...labels,
    },
    {
      layers: [layerOf('/base')],
      config: { Env: ENVIRONMENT, Entrypoint: ['/cnb/lifecycle/launcher'] },
      architecture,
    },
  );
}

function labelled(
  labels: Readonly<Record<string, unknown>>,
  {
    layers,
    config = {},
    architecture = PLATFORM.architecture,
  }: {
    readonly layers: readonly Layer[];
    readonly config?: Readonly<Record<string, readonly string[]>>;
    readonly architecture?: string;
  },
): Image {
  const texts = Object.entries(labels).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return makeImage({
    config: { ...PLATFORM, architecture, config: { ...config, Labels: Object.fromEntries(texts) } },
    layers,
  });
}

function layerOf(path: string): Layer {
  return makeLayer([{ path, kind: 'file', content: path }]);
}
