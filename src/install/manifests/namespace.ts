import { NAMESPACE } from '../names.ts';
import { LABELS, type Manifest } from './manifest.ts';

/** The namespace of the controller, which needs no privilege. */
export function namespaceManifest(): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: NAMESPACE, labels: { ...LABELS, 'pod-security.kubernetes.io/enforce': 'restricted' } },
  };
}
