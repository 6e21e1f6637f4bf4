import type { ClusterBuilder } from '../../../../src/core/api/kpack/cluster-builder.ts';
import { someClusterBuilder } from '../../core/builders/some-world.ts';

/** Returns the reference of an image with a digest that consists of one digit. */
export function pinnedImage(repository: string, digit: number): string {
  return `r.test/${repository}@sha256:${String(digit).repeat(64)}`;
}

/** Returns a ClusterBuilder whose image is published. A later year makes it newer. */
export function readyBuilder(
  name: string,
  year: number,
  status: Partial<ClusterBuilder['status']> = {},
  metadata: object = {},
): ClusterBuilder {
  return {
    ...someClusterBuilder(undefined),
    metadata: { name, creationTimestamp: `${year}-01-01T00:00:00Z`, ...metadata },
    status: {
      latestImage: pinnedImage(name, 1),
      os: 'linux',
      stack: { runImage: pinnedImage(`${name}-run`, 2), id: 'tiny' },
      lifecycle: { version: '0.20.12' },
      ...status,
    },
  };
}

/** The settings of these tests. Two of three lifecycle images are for the version of `readyBuilder`. */
export const IMAGE_SETTINGS = {
  images: { steps: 'r.test/steps:1', entrypoint: 'r.test/entrypoint:1' },
  lifecycleImages: {
    '0.20.12': pinnedImage('lifecycle', 3),
    '0.20.12/arm64': pinnedImage('lifecycle-arm', 4),
    '0.19.0': pinnedImage('old-lifecycle', 5),
  },
};
