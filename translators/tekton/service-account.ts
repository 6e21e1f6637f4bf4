import type { Manifest } from '../../src/model/manifest.ts';
import { childName } from '../../src/model/names.ts';
import type { ResolvedBuild } from '../../src/model/resolved-build.ts';

/**
 * Tekton writes every registry and git secret of a TaskRun's ServiceAccount into the home of every step, buildpacks'
 * included (pkg/pod/creds_init.go). So TaskRuns run as an account that has none; phases mount what they need.
 */
export function isolatedServiceAccount(build: ResolvedBuild): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: {
      name: isolatedServiceAccountName(build),
      ...(build.namespace !== undefined && { namespace: build.namespace }),
    },
    automountServiceAccountToken: false,
  };
}

export function isolatedServiceAccountName(build: ResolvedBuild): string {
  return childName(build.serviceAccountName, '-taskpack');
}
