import type { TaskpackImages } from '../model/build-policy.ts';
import type { JsonObject } from '../model/json.ts';
import { priorityClassManifest } from './priority-classes.ts';
import type { Manifest } from './manifest.ts';
import {
  DEPLOYMENT,
  LABELS,
  CONTROLLER_NAMESPACE,
  PRIORITY_CLASS,
  SERVICE_ACCOUNT,
  SETTINGS_CONFIG_MAP,
} from '../model/installation-names.ts';

/** Returns the controller's namespace. The controller needs no privileges, so Pod Security is `restricted`. */
export function namespaceManifest(): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: CONTROLLER_NAMESPACE, labels: { ...LABELS, 'pod-security.kubernetes.io/enforce': 'restricted' } },
  };
}

/** Returns the ConfigMap with the controller's settings. Its keys are environment variables. */
export function settingsManifest({ steps, entrypoint }: TaskpackImages): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: SETTINGS_CONFIG_MAP, namespace: CONTROLLER_NAMESPACE, labels: LABELS },
    data: { STEPS_IMAGE: steps, ENTRYPOINT_IMAGE: entrypoint },
  };
}

const PORT = 9090;
/** Closed unless the setting GIT_WEBHOOKS_SECRET opens it. */
const WEBHOOKS_PORT = 9091;

/** Longer than the controller's drain timeout. */
const GRACE_PERIOD_SECONDS = 45;

/** The user of the image. `runAsNonRoot` needs a numeric user that the kubelet can check. */
const USER = 65_532;

/** Returns the controller's PriorityClass and Deployment. One replica leads, and the other one is its standby. */
export function controllerManifests({ steps }: TaskpackImages): readonly Manifest[] {
  return [priorityClass(), deployment(steps)];
}

/** Gives the controller a higher priority than Builds, so that Builds do not preempt it (as kpack's). */
function priorityClass(): Manifest {
  return priorityClassManifest(PRIORITY_CLASS, { value: 10_000, description: 'The controller of taskpack.' });
}

function deployment(image: string): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: DEPLOYMENT, namespace: CONTROLLER_NAMESPACE, labels: LABELS },
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
    terminationGracePeriodSeconds: GRACE_PERIOD_SECONDS,
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
    // ssh reads keys from files. They are in memory, and only while a git server is asked.
    volumes: [{ name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: '16Mi' } }],
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
      // The probes use this port.
      { name: 'METRICS_PORT', value: String(PORT) },
      { name: 'GIT_WEBHOOKS_PORT', value: String(WEBHOOKS_PORT) },
    ],
    volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
    ports: [
      { name: 'metrics', containerPort: PORT },
      { name: 'git-webhooks', containerPort: WEBHOOKS_PORT },
    ],
    livenessProbe: { ...probe('/healthz'), initialDelaySeconds: 5, failureThreshold: 3 },
    // A probe before the server listens fails, and the kubelet records a Warning. A rollout waits for each Pod
    // to be ready, so the period is short.
    readinessProbe: { ...probe('/readyz'), initialDelaySeconds: 3, periodSeconds: 3 },
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
