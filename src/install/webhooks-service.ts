import type { Manifest } from './manifest.ts';
import { LABELS, CONTROLLER_NAMESPACE } from '../model/installation-names.ts';

/** The name of the Service that `docs/how-to/rebuild-on-push.md` names. */
const NAME = 'git-webhooks';

/** Returns the optional Service for the webhooks of git servers by its file in `config/`. */
export function webhooksServiceFiles(): Readonly<Record<string, readonly Manifest[]>> {
  return { 'overlays/webhooks/service.yaml': [service()] };
}

/** All replicas accept deliveries, so the Service selects all Pods of the controller. */
function service(): Manifest {
  const port = { name: 'http', protocol: 'TCP', port: 80, targetPort: 'git-webhooks' };
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: NAME, namespace: CONTROLLER_NAMESPACE, labels: LABELS },
    spec: { type: 'ClusterIP', selector: LABELS, ports: [port] },
  };
}
