import type { TaskRun } from '../../src/api/tekton/task-run.ts';
import type { Manifest } from '../../src/model/manifest.ts';
import type { ArtifactStorage } from './world.ts';

/** The claim that early Tekton made for a PipelineRun, on which its tasks left files for each other. */
export function artifactClaimName({ metadata: { ownerReferences = [] } }: TaskRun): string | undefined {
  const owner = ownerReferences.find(({ kind }) => kind === 'PipelineRun');
  return owner === undefined ? undefined : `${owner.name}-pvc`;
}

/** That claim; nothing makes it any more. */
export function artifactClaim({ metadata: { namespace } }: TaskRun, name: string, storage: ArtifactStorage): Manifest {
  const { size, storageClassName } = storage;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: size } },
      ...(storageClassName !== undefined && { storageClassName }),
    },
  };
}
