import type { JsonObject } from '../../src/core/model/json.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import type { Phase } from './phase.ts';

/** The container fields that the Pod Security level `restricted` requires, in kpack's order. */
export const CONTAINER_SECURITY_CONTEXT: JsonObject = {
  runAsNonRoot: true,
  allowPrivilegeEscalation: false,
  privileged: false,
  seccompProfile: { type: 'RuntimeDefault' },
  capabilities: { drop: ['ALL'] },
};

/** The capabilities that the extender and usual Dockerfiles need. Pod Security `baseline` allows them. */
const ROOT_CAPABILITIES = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'];

/** Packages give capabilities to files. In the user namespace of a Pod, such a file gives nothing on the node. */
const USER_NAMESPACE_CAPABILITIES = ['SETFCAP'];

/** Only the waiter has this capability: it ends processes of all users, and starts its command without it (`--drop_kill`). */
const WAITER_CAPABILITIES = ['KILL'];

/** Returns the security context of a phase's container. */
export function phaseSecurityContext({ root }: Pick<Phase, 'root'>, starts: 'behind-waiter' | 'directly'): JsonObject {
  if (root === undefined) return CONTAINER_SECURITY_CONTEXT;
  const added = [
    ...ROOT_CAPABILITIES,
    ...(starts === 'behind-waiter' ? WAITER_CAPABILITIES : []),
    ...(root === 'user-namespace' ? USER_NAMESPACE_CAPABILITIES : []),
  ];
  return {
    ...CONTAINER_SECURITY_CONTEXT,
    runAsNonRoot: false,
    runAsUser: 0,
    runAsGroup: 0,
    capabilities: { drop: ['ALL'], add: added.toSorted() },
  };
}

/** Returns the flags of a waiter whose command runs as root. */
export function rootFlags({ root }: Pick<Phase, 'root'>): readonly string[] {
  return root === undefined ? [] : ['--drop_kill'];
}

/** Returns the field of the Pod that gives it a user namespace of its own (core/v1 PodSpec). */
export function userNamespace({ builder }: ResolvedBuild): JsonObject {
  return builder.extensions?.root === 'user-namespace' ? { hostUsers: false } : {};
}

/** For taskpack's containers that write only to their volumes. */
export const READ_ONLY_SECURITY_CONTEXT: JsonObject = { ...CONTAINER_SECURITY_CONTEXT, readOnlyRootFilesystem: true };

/** Runs all containers without a user of their own as the builder's user, so that the lifecycle has no privileges to drop (lifecycle, priv.RunAs). */
export function podSecurityContext({ builder }: ResolvedBuild): JsonObject {
  return {
    runAsNonRoot: true,
    runAsUser: builder.uid,
    runAsGroup: builder.gid,
    fsGroup: builder.gid,
    seccompProfile: { type: 'RuntimeDefault' },
  };
}
