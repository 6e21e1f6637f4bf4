import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { busyboxLayer } from '../../cluster/images/busybox-image.ts';
import { CREATED, PLATFORM } from '../../cluster/images/platform.ts';

/** A builder image with a configuration only. Controllers read nothing else. */
export function builderImage(): Image {
  const apis = { deprecated: [], supported: ['0.7', '0.8', '0.9', '0.10', '0.11'] };
  const config = {
    Env: ['CNB_USER_ID=1000', 'CNB_GROUP_ID=1000'],
    Labels: {
      'io.buildpacks.stack.id': 'test.stack',
      'io.buildpacks.builder.metadata': JSON.stringify({
        stack: { runImage: { image: 'registry.example.com/run' } },
        lifecycle: { version: '0.20.12', apis: { platform: apis } },
      }),
    },
  };
  return makeImage({ config: { ...PLATFORM, created: CREATED, config }, layers: [busyboxLayer()] });
}
