import type { Manifest } from './manifest.ts';
import { LABELS, CONTROLLER_NAMESPACE, WARM_NODES, WARM_PRIORITY_CLASS } from '../model/installation-names.ts';
import { priorityClassManifest } from './priority-classes.ts';
import { binding, role, rule } from './rbac.ts';

/** Returns the objects that let nodes pull the images of Builds before the first Build, by their file in `config/`. */
export function warmNodesFiles(): Readonly<Record<string, readonly Manifest[]>> {
  const name = 'taskpack-warm-nodes';
  const rules = [rule('apps', ['daemonsets'], ['get', 'create', 'patch', 'delete'])];
  return {
    'overlays/warm/account.yaml': [account()],
    'overlays/warm/priority-class.yaml': [priorityClass()],
    'overlays/warm/rbac.yaml': [role('Role', name, { rules }), binding('Role', name)],
  };
}

/** The account of the Pods that pull. It has no rights. It can list pull Secrets, which an administrator adds. */
function account(): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: WARM_NODES, namespace: CONTROLLER_NAMESPACE, labels: LABELS },
    automountServiceAccountToken: false,
  };
}

/** Every Pod that needs the room takes it from these Pods, and they take none. */
function priorityClass(): Manifest {
  return priorityClassManifest(WARM_PRIORITY_CLASS, {
    value: -100,
    preemptionPolicy: 'Never',
    description: 'The Pods that pull images of Builds before the first Build.',
  });
}
