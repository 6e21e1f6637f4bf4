import type { ClusterLifecycle } from '../../../../src/core/api/kpack/cluster-lifecycle.ts';
import type { ClusterStack } from '../../../../src/core/api/kpack/cluster-stack.ts';
import type { ImageFacts } from '../../../../src/core/api/taskpack/image-facts.ts';
import type { Reading } from '../../../../src/core/builders/reading.ts';
import { buildpacksStatus } from '../../../../src/core/builders/resources/buildpacks.ts';
import { lifecycleStatus } from '../../../../src/core/builders/resources/lifecycle.ts';
import { stackStatus } from '../../../../src/core/builders/resources/stack-status.ts';
import type { UniverseDocuments } from '../../../cluster/universe/documents.ts';

type Part = UniverseDocuments['parts'][number];

/** Returns the objects with the statuses that controllers write after reading their images. */
export function withStatuses(parts: readonly Part[], facts: readonly ImageFacts[]): readonly Part[] {
  const ofImage = (image: string): ImageFacts => {
    const found = facts.find((one) => one.image === image);
    if (found === undefined) throw new Error(`there are no facts of ${image}`);
    return found;
  };
  return parts.map((part): Part => {
    switch (part.kind) {
      case 'ClusterStack': {
        const { buildImage, runImage } = part.spec;
        const status = valueOf(stackStatus(part.spec, ofImage(buildImage.image), ofImage(runImage.image)));
        return { ...part, status } satisfies ClusterStack;
      }
      case 'ClusterLifecycle':
        return {
          ...part,
          status: valueOf(lifecycleStatus(part.spec.image, ofImage(part.spec.image))),
        } satisfies ClusterLifecycle;
      case 'ClusterStore':
        return {
          ...part,
          status: {
            buildpacks: part.spec.sources.flatMap(({ image }) => [...buildpacksStatus(image, ofImage(image))]),
          },
        };
      case 'ClusterBuildpack':
      case 'Buildpack':
        return { ...part, status: { buildpacks: [...buildpacksStatus(part.spec.image, ofImage(part.spec.image))] } };
    }
  });
}

function valueOf<T>(reading: Reading<T>): T {
  if (reading.kind === 'known') return reading.value;
  throw new Error(reading.reasons.map(({ message }) => message).join('\n'));
}
