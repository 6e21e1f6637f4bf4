import type { JsonObject } from '../model/json.ts';
import type { Manifest } from './manifest.ts';
import { LABELS } from '../model/installation-names.ts';

/** Returns kpack's PriorityClasses of the Builds of Images (kpack, config/priority.yaml). */
export function buildPriorityClasses(): readonly Manifest[] {
  return [
    priorityClassManifest('kpack-build-high-priority', {
      value: 1000,
      description: 'Builds of Images that users cause.',
    }),
    priorityClassManifest('kpack-build-low-priority', {
      value: 1,
      preemptionPolicy: 'Never',
      description: 'Builds of Images that changes of builders cause.',
    }),
  ];
}

/** Returns a PriorityClass with the labels of the installation. */
export function priorityClassManifest(name: string, fields: JsonObject): Manifest {
  return { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name, labels: LABELS }, ...fields };
}
