import { NAMESPACE, SETTINGS_CONFIG_MAP } from '../names.ts';
import { LABELS, type InstalledImages, type Manifest } from './manifest.ts';

/** The settings of the controller: its keys are environment variables. */
export function settingsManifest({ steps, entrypoint }: InstalledImages): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: SETTINGS_CONFIG_MAP, namespace: NAMESPACE, labels: LABELS },
    data: { STEPS_IMAGE: steps, ENTRYPOINT_IMAGE: entrypoint },
  };
}
