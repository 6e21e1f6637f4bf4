import type { JsonObject } from '../../src/core/model/json.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';

/** The container fields that the Pod Security level `restricted` requires, in kpack's order. */
export const CONTAINER_SECURITY_CONTEXT: JsonObject = {
  runAsNonRoot: true,
  allowPrivilegeEscalation: false,
  privileged: false,
  seccompProfile: { type: 'RuntimeDefault' },
  capabilities: { drop: ['ALL'] },
};

/** For taskpack's containers that write only to their volumes. */
export const READ_ONLY_SECURITY_CONTEXT: JsonObject = { ...CONTAINER_SECURITY_CONTEXT, readOnlyRootFilesystem: true };

/** Runs all containers as the builder's user, so that the lifecycle has no privileges to drop (lifecycle, priv.RunAs). */
export function podSecurityContext({ builder }: ResolvedBuild): JsonObject {
  return {
    runAsNonRoot: true,
    runAsUser: builder.uid,
    runAsGroup: builder.gid,
    fsGroup: builder.gid,
    seccompProfile: { type: 'RuntimeDefault' },
  };
}
