import type { JsonObject } from '../../model/json.ts';
import { DEPLOYMENT, NAMESPACE, PRIORITY_CLASS, SERVICE_ACCOUNT, SETTINGS_CONFIG_MAP } from '../names.ts';
import { LABELS, type InstalledImages, type Manifest } from './manifest.ts';

const PORT = 9090;

/** Longer than the controller takes to end what it is doing. */
const GRACE_PERIOD = 45;

/** The user of the image, said here so that the kubelet need not take the image's word for it. */
const USER = 65_532;

/** The controller: one process works, the other waits to take over. */
export function controllerManifests({ steps }: InstalledImages): readonly Manifest[] {
  return [priorityClass(), deployment(steps)];
}

/** As kpack's: Builds never push it out of a node. */
function priorityClass(): Manifest {
  return {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: PRIORITY_CLASS, labels: LABELS },
    value: 10_000,
    description: 'The controller of taskpack.',
  };
}

function deployment(image: string): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: DEPLOYMENT, namespace: NAMESPACE, labels: LABELS },
    spec: {
      replicas: 2,
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: podSpec(image) },
    },
  };
}

function podSpec(image: string): JsonObject {
  return {
    serviceAccountName: SERVICE_ACCOUNT,
    priorityClassName: PRIORITY_CLASS,
    terminationGracePeriodSeconds: GRACE_PERIOD,
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: LABELS },
      },
    ],
    securityContext: {
      runAsNonRoot: true,
      runAsUser: USER,
      runAsGroup: USER,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [container(image)],
  };
}

function container(image: string): JsonObject {
  return {
    name: 'controller',
    image,
    command: ['/taskpack/bin/taskpack', 'controller'],
    envFrom: [{ configMapRef: { name: SETTINGS_CONFIG_MAP } }],
    env: [
      { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      // The probes know this one.
      { name: 'METRICS_PORT', value: String(PORT) },
    ],
    ports: [{ name: 'metrics', containerPort: PORT }],
    livenessProbe: { ...probe('/healthz'), initialDelaySeconds: 5, failureThreshold: 3 },
    readinessProbe: probe('/readyz'),
    resources: { requests: { cpu: '50m', memory: '256Mi' }, limits: { memory: '1Gi' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
  };
}

function probe(path: string): JsonObject {
  return { httpGet: { path, port: 'metrics' }, timeoutSeconds: 5 };
}
