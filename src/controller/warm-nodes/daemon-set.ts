import { createHash } from 'node:crypto';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { NamespacedName } from '../../clients/kube/client/resource.ts';
import { asObject } from '../../core/model/objects/object-meta.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { Taint, WarmNodeSettings } from '../../core/settings/controller-settings.ts';
import { READ_ONLY_SECURITY_CONTEXT } from '../../../translators/phases/security-context.ts';
import { imageDirectory, below } from '../../../translators/phases/order-directory.ts';
import { withEveryOptOut } from '../../../translators/phases/sidecar-injection.ts';
import {
  emptyDirVolume,
  readOnly,
  WAITER_COPY,
  WAITER_DIRECTORY,
  type VolumeMount,
} from '../../../translators/phases/volumes.ts';

/** The DaemonSet, and the objects of `config/overlays/warm` that it uses. */
export interface WarmObjects {
  readonly daemonSet: NamespacedName;
  readonly serviceAccount: string;
  readonly priorityClass: string;
}

export interface DaemonSetContent {
  readonly objects: WarmObjects;
  /** The UID of the ServiceAccount. The cluster deletes the DaemonSet together with it, so with the overlay. */
  readonly ownerUid: string;
  readonly entrypointImage: string;
  readonly images: readonly string[];
  readonly nodes: WarmNodeSettings;
}

/** The hash of the object as the controller wrote it. The API server adds defaults, so the objects cannot be compared. */
const HASH = 'taskpack.dev/hash';

/** Returns the DaemonSet whose Pods pull the images. */
export function daemonSet(content: DaemonSetContent): KubeObject {
  const { daemonSet: name, serviceAccount } = content.objects;
  const labels = { 'app.kubernetes.io/name': 'taskpack', 'app.kubernetes.io/component': 'warm-nodes' };
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ServiceAccount', name: serviceAccount, uid: content.ownerUid }];
  const spec = {
    selector: { matchLabels: labels },
    // A Pod with an image that cannot be pulled is never ready. It must not keep the other nodes from newer images.
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '100%' } },
    revisionHistoryLimit: 0,
    template: { metadata: { ...withEveryOptOut({ labels, annotations: {} }) }, spec: podSpec(content) },
  };
  const hash = createHash('sha256')
    .update(JSON.stringify([ownerReferences, spec]))
    .digest('hex');
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { ...name, labels, annotations: { [HASH]: hash }, ownerReferences },
    spec,
  };
}

/** True if the controller has written an object of the cluster. */
export function isOwn(current: KubeObject): boolean {
  return hashOf(current) !== undefined;
}

/** True if the cluster's object is the one that the controller wants. */
export function isUpToDate(current: KubeObject | undefined, wanted: KubeObject): boolean {
  return current !== undefined && hashOf(current) === hashOf(wanted);
}

function hashOf(object: KubeObject): string | undefined {
  return asObject(object).metadata.annotations.get(HASH);
}

/** The user of taskpack's images. The kubelet runs no container of an image whose user is root. */
const USER = 65_532;

function podSpec({ objects, entrypointImage, images, nodes }: DaemonSetContent): JsonObject {
  return {
    serviceAccountName: objects.serviceAccount,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    priorityClassName: objects.priorityClass,
    terminationGracePeriodSeconds: 5,
    nodeSelector: { 'kubernetes.io/os': 'linux', ...nodes.nodeSelector },
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: WAITER_ARCHITECTURES } },
    ...(nodes.taints.length > 0 && { tolerations: nodes.taints.map(toleration) }),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: USER,
      runAsGroup: USER,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    initContainers: [
      { ...container('copy-waiter', entrypointImage, WAITER_DIRECTORY), args: ['init', WAITER_DIRECTORY.mountPath] },
    ],
    containers: images.map((image, index) => idleContainer(`image-${index + 1}`, image)),
    volumes: [emptyDirVolume(WAITER_DIRECTORY.name)],
  };
}

/** The waiter exists for these architectures, and Builds run on no other one. */
const WAITER_ARCHITECTURES: JsonObject = {
  nodeSelectorTerms: [
    { matchExpressions: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64', 'arm64'] }] },
  ],
};

function toleration({ key, value, effect }: Taint): JsonObject {
  const meaning = value === undefined ? { operator: 'Exists' } : { operator: 'Equal', value };
  return { key, ...meaning, ...(effect !== undefined && { effect }) };
}

/**
 * Runs the waiter below a path that no image can cover, and no program of the image, which may have none. An init container would
 * block all later ones if its image cannot be pulled. While it runs, the kubelet does not remove the image to free disk space.
 */
function idleContainer(name: string, image: string): JsonObject {
  const directory = imageDirectory(image);
  const mount = readOnly(below(directory, WAITER_DIRECTORY));
  return { ...container(name, image, mount), command: [directory + WAITER_COPY, 'sidecar'], workingDir: '/' };
}

/** The idle waiter uses 2 MB of memory. The runtime needs more for a moment, to start it. */
function container(name: string, image: string, mount: VolumeMount): JsonObject {
  return {
    name,
    image,
    imagePullPolicy: 'IfNotPresent',
    resources: { requests: { cpu: '1m', memory: '4Mi' }, limits: { memory: '32Mi' } },
    volumeMounts: [mount],
    securityContext: READ_ONLY_SECURITY_CONTEXT,
  };
}
