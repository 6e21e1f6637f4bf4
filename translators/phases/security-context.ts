import type { JsonObject } from '../../src/model/json.ts';
import type { ResolvedBuild } from '../../src/model/resolved-build.ts';

/** What the Pod Security level `restricted` asks of a container, in kpack's order. */
export const CONTAINER_SECURITY_CONTEXT: JsonObject = {
  runAsNonRoot: true,
  allowPrivilegeEscalation: false,
  privileged: false,
  seccompProfile: { type: 'RuntimeDefault' },
  capabilities: { drop: ['ALL'] },
};

/** Of our own containers that write nothing outside their volumes. */
export const READ_ONLY_SECURITY_CONTEXT: JsonObject = { ...CONTAINER_SECURITY_CONTEXT, readOnlyRootFilesystem: true };

/** The lifecycle drops no privileges where it starts as the builder's own user (lifecycle, priv.RunAs). */
export function podSecurityContext({ builder }: ResolvedBuild): JsonObject {
  return {
    runAsNonRoot: true,
    runAsUser: builder.uid,
    runAsGroup: builder.gid,
    fsGroup: builder.gid,
    seccompProfile: { type: 'RuntimeDefault' },
  };
}
