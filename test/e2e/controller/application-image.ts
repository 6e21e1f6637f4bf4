import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { CREATED, PLATFORM } from '../../cluster/images/platform.ts';
import { busyboxLayer } from '../../cluster/images/busybox-image.ts';

const RUN_IMAGE = 'registry.example.com/run';
const RUN_DIGEST = `sha256:${'d'.repeat(64)}`;

/** The fields of a Build's status that describe the stand-in application image. */
export const APPLICATION_STATUS = {
  buildMetadata: [{ id: 'test/hello', version: '1.0.0', homepage: 'https://example.com/hello' }],
  stack: { id: 'test.stack', runImage: `${RUN_IMAGE}@${RUN_DIGEST}` },
  lifecycleVersion: '0.20.12',
} as const;

/** Returns an image with the labels that the lifecycle's exporter sets (buildpacks/spec, platform.md). */
export function applicationImage(): Image {
  const labels = {
    'io.buildpacks.stack.id': APPLICATION_STATUS.stack.id,
    'io.buildpacks.build.metadata': JSON.stringify({
      buildpacks: APPLICATION_STATUS.buildMetadata,
      launcher: { version: APPLICATION_STATUS.lifecycleVersion },
    }),
    'io.buildpacks.lifecycle.metadata': JSON.stringify({
      runImage: { topLayer: `sha256:${'e'.repeat(64)}`, reference: `${RUN_IMAGE}@${RUN_DIGEST}` },
      stack: { runImage: { image: RUN_IMAGE } },
    }),
  };
  return makeImage({
    config: { ...PLATFORM, created: CREATED, config: { Labels: labels } },
    layers: [busyboxLayer()],
  });
}
