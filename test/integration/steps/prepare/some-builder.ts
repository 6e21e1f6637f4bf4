import { makeImage, type Image } from '../../../../src/core/oci/image.ts';

/** The fields of a builder that a test sets. */
export interface SomeBuilder {
  readonly runImage: string;
  readonly platformApis?: readonly string[];
  readonly extensions?: boolean;
}

/** A builder image with labels for user 1001:1000, without a lifecycle and buildpacks. */
export function someBuilder({
  runImage,
  platformApis = ['0.7', '0.9', '0.12'],
  extensions = false,
}: SomeBuilder): Image {
  const labels = {
    'io.buildpacks.stack.id': 'some.stack',
    'io.buildpacks.builder.metadata': { stack: { runImage: { image: runImage } } },
    'io.buildpacks.lifecycle.apis': { platform: { supported: platformApis } },
    ...(extensions && { 'io.buildpacks.buildpack.order-extensions': [{ group: [{ id: 'an/extension' }] }] }),
  };
  return makeImage({
    family: 'oci',
    config: {
      os: 'linux',
      architecture: 'amd64',
      config: {
        Env: ['CNB_USER_ID=1001', 'CNB_GROUP_ID=1000'],
        Labels: Object.fromEntries(
          Object.entries(labels).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ),
      },
    },
    layers: [],
  });
}
