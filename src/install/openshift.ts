import type { JsonObject } from '../model/json.ts';
import type { Manifest } from './manifest.ts';
import { CONTROLLER_NAMESPACE, SERVICE_ACCOUNT, WARM_NODES } from '../model/installation-names.ts';
import { binding, role, rule } from './rbac.ts';

/** Allows the SecurityContextConstraints that let Pods run as a fixed user other than root. */
const NAME = 'taskpack-nonroot-v2';

/** Returns the rights that OpenShift needs to run taskpack's Pods, by their file in `config/`. */
export function openShiftFiles(): Readonly<Record<string, readonly Manifest[]>> {
  return { 'overlays/openshift/rbac.yaml': [constraintsRole(), constraintsBinding()] };
}

function constraintsRole(): Manifest {
  const rules = [rule('security.openshift.io', ['securitycontextconstraints'], ['use'], ['nonroot-v2'])];
  return role('ClusterRole', NAME, { rules });
}

/** A RoleBinding, so that the right holds for Pods of the controller's namespace alone. */
function constraintsBinding(): Manifest {
  return boundConstraints(
    CONTROLLER_NAMESPACE,
    [SERVICE_ACCOUNT, WARM_NODES].map((name) => ({ kind: 'ServiceAccount', name, namespace: CONTROLLER_NAMESPACE })),
  );
}

/** Returns the binding that lets the Builds of a namespace run as the user of their builder. */
export function buildConstraintsBinding(namespace: string): Manifest {
  const name = `system:serviceaccounts:${namespace}`;
  return boundConstraints(namespace, [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name }]);
}

function boundConstraints(namespace: string, subjects: readonly JsonObject[]): Manifest {
  const bound = binding('ClusterRole', NAME);
  return { ...bound, kind: 'RoleBinding', metadata: { ...bound.metadata, namespace }, subjects };
}
