import type { ClusterBuilder } from '../../../../src/api/kpack/cluster-builder.ts';
import { someClusterBuilder } from '../../builders/some-world.ts';

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
      latestImage: `r.test/${name}@sha256:1`,
      os: 'linux',
      stack: { runImage: `r.test/${name}-run@sha256:2`, id: 'tiny' },
      lifecycle: { version: '0.20.12' },
      ...status,
    },
  };
}

/** The settings of these tests. Two of three lifecycle images are for the version of `readyBuilder`. */
export const IMAGE_SETTINGS = {
  stepsImage: 'r.test/steps:1',
  entrypointImage: 'r.test/entrypoint:1',
  lifecycleImages: {
    '0.20.12': 'r.test/lifecycle@sha256:3',
    '0.20.12/arm64': 'r.test/lifecycle-arm@sha256:4',
    '0.19.0': 'r.test/old-lifecycle@sha256:5',
  },
};
