import { MEDIA_TYPES } from '../../../../src/core/oci/media-types.ts';
import { STACK } from '../../../cluster/universe/stack.ts';
import { digestOf, type BadInput, type Place } from './bad-input.ts';
import { withSpec } from './some-documents.ts';
import type { GoodImages } from './some-images.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the status of `test/hello` with other fields. */
export function someBuildpack(fields: Fields = {}): Fields {
  const named = { id: 'test/hello', version: '1.0.0', api: '0.10', stacks: [{ id: '*' }] };
  return { ...named, diffId: digestOf('1'), digest: digestOf('2'), size: 100, ...fields };
}

/** A builder with that group. Only the store provides the buildpacks. */
export function offering(
  buildpacks: readonly Fields[],
  group: readonly Fields[] = [{ id: 'test/hello' }],
): NonNullable<BadInput['documents']> {
  return ({ builder, stack, lifecycle, store }, { source }) => {
    const inStore = buildpacks.map((buildpack) => ({ storeImage: { image: `${source}/hello-1` }, ...buildpack }));
    const status = { buildpacks: inStore };
    return [withSpec(builder, { order: [{ group }] }), stack, lifecycle, { ...store, status }];
  };
}

/** Objects with that status of the stack or lifecycle. */
export function withStatus(
  kind: 'stack' | 'lifecycle',
  status: (place: Place, images: GoodImages) => object,
): NonNullable<BadInput['documents']> {
  return (good, place, images) => Object.values({ ...good, [kind]: { ...good[kind], status: status(place, images) } });
}

/** A status of the stack that makes requests to the registry unnecessary. */
export function stackStatus({ source }: Place, { build, run }: GoodImages, fields: StackFields = {}): object {
  const { buildImage, runImage, ...others } = fields;
  return {
    id: STACK.id,
    buildImage: {
      latestImage: `${source}/build@${build.manifest.digest}`,
      manifest: Buffer.from(build.manifest.content).toString(),
      configuration: Buffer.from(build.config.content).toString(),
      ...buildImage,
    },
    runImage: { latestImage: `${source}/run@${run.manifest.digest}`, ...runImage },
    userId: 1000,
    groupId: 1000,
    ...others,
  };
}

interface StackFields extends Fields {
  readonly buildImage?: Fields;
  readonly runImage?: Fields;
}

/** A status of the lifecycle that makes requests to the registry unnecessary. */
export function lifecycleStatus({ source }: Place, { lifecycle }: GoodImages, fields: Fields = {}): object {
  const [, layer] = lifecycle.layers;
  return {
    image: { latestImage: `${source}/lifecycle@${lifecycle.manifest.digest}` },
    version: '0.20.12',
    api: { buildpack: '0.7', platform: '0.7' },
    apis: { buildpack: { supported: ['0.10'] }, platform: { supported: ['0.12'] } },
    layer: { mediaType: MEDIA_TYPES.docker.layer, size: layer?.size, digest: layer?.digest, diffId: layer?.diffId },
    platform: { os: 'linux', architecture: 'amd64' },
    ...fields,
  };
}
