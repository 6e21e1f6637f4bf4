import { containerOfStep, DUMMY_SIDECAR } from '../../../translators/tekton/tekton-pod.ts';
import { translateToWorkload, type WorkloadOptions } from '../../../translators/workload.ts';
import type { TaskpackImages } from '../../core/model/build-policy.ts';
import { defined } from '../../core/model/defined.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { Manifest } from '../../core/model/kubernetes-object.ts';
import { asImage, type Image } from '../../core/model/objects/image.ts';
import { fields, json, list, text } from '../../core/model/objects/reader.ts';
import { parseQuantity, quantityText } from '../../core/model/quantity.ts';
import type { ResolvedBuild } from '../../core/model/resolved-build.ts';
import type { TektonFeatures } from '../../core/model/tekton-features.ts';
import type { Workload } from '../../core/model/workload.ts';

/** The settings that change the probes. */
export interface ProbeOptions {
  readonly namespace: string;
  readonly images: TaskpackImages;
  /** True if TaskRuns declare the dummy sidecar. */
  readonly hasDummySidecar: boolean;
  /** True if Tekton's own containers satisfy Pod Security `restricted`. */
  readonly setsSecurityContext: boolean;
  readonly tektonFeatures: TektonFeatures;
}

/** The TaskRun and the Pods of a Build, to be created in dry runs. */
export interface ProbeObjects {
  readonly taskRun: Manifest;
  readonly pods: { readonly [workload in Workload]: Manifest };
}

/** Returns the Image whose Build needs most memory, and among equal ones most CPU. */
export function largestImage(images: readonly Image[]): Image | undefined {
  return images.toSorted((one, other) => {
    const memory = needOf(other, 'memory') - needOf(one, 'memory');
    return Number(memory === 0n ? needOf(other, 'cpu') - needOf(one, 'cpu') : memory);
  })[0];
}

function needOf({ spec }: Image, resource: string): bigint {
  const { requests, limits } = spec.build.resources;
  const value = requests[resource] ?? limits[resource];
  return parseQuantity(quantityText(value))?.nano ?? 0n;
}

/** Returns the objects that would run a Build of an Image. Without an Image, the Build requests no resources. */
export function probeObjects(image: Image | undefined, options: ProbeOptions): ProbeObjects {
  const build = probeBuild(image ?? asImage({}), options);
  const translated = (workload: WorkloadOptions): Manifest => {
    const found = [
      ...translateToWorkload(build, workload, {
        images: options.images,
        // The isolated account does not exist, and admission refuses a Pod without its account.
        account: 'build',
      }).manifests(),
    ].at(-1);
    if (found === undefined) throw new Error('a translation has no manifest');
    return found;
  };
  const dummySidecar = options.hasDummySidecar ? 'always' : 'never';
  const taskRun = translated({ kind: 'taskrun', features: options.tektonFeatures, dummySidecar });
  return {
    taskRun,
    pods: {
      taskrun: tektonPod(taskRun, options),
      'pod-init': translated({ kind: 'pod-init' }),
      'pod-containers': translated({
        kind: 'pod-containers',
        waiterDelivery: { kind: 'hook' },
        gate: { kind: 'closed' },
        optOuts: 'removed',
      }),
    },
  };
}

/** The images do not have to exist: nothing pulls them in a dry run. */
const BUILDER = 'taskpack.dev/doctor/builder';

function probeBuild({ spec }: Image, { namespace }: ProbeOptions): ResolvedBuild {
  const { requests, limits } = spec.build.resources;
  return {
    name: 'taskpack-doctor',
    namespace,
    labels: {},
    annotations: {},
    builder: { image: BUILDER, uid: 1000, gid: 1000, platformApi: '0.9' },
    tags: ['taskpack.dev/doctor/app'],
    runImage: 'taskpack.dev/doctor/run',
    operation: {
      kind: 'build',
      source: { kind: 'blob', url: 'https://taskpack.dev/doctor.zip', stripComponents: 0, authentication: 'none' },
      environment: [],
      bindings: [],
      cache: { kind: 'none' },
      containers: 'per-phase',
    },
    serviceAccountName: spec.serviceAccountName ?? 'default',
    workloadIdentity: false,
    credentials: { source: [], registry: [], imagePull: { serviceAccount: [], builder: [] }, signing: [] },
    signatureAnnotations: [],
    placement: {},
    resources: { requests: quantities(requests), limits: quantities(limits) },
    trustUnknownSshHosts: true,
    sourceLimits: { bytes: 1, entries: 1 },
  };
}

function quantities(amounts: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, quantityText(value)]));
}

/** The fields that Tekton sets with the flag `set-security-context` (tektoncd/pipeline, pkg/pod/pod.go). */
const SECURITY_CONTEXT = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};

const resources = fields({ requests: json, limits: json });

const step = fields({ name: text, computeResources: json });

/** A TaskRun of this translator (tekton.dev/v1). */
const taskRunSpec = fields({
  serviceAccountName: text,
  taskSpec: fields({ steps: list(step), sidecars: list(json) }),
  podTemplate: json,
  computeResources: resources,
});

/**
 * Returns a Pod with the labels, containers and accounts of the Pod that Tekton creates for a TaskRun. Admission decides by
 * these. The Pod has none of Tekton's volumes, because nothing runs it.
 */
function tektonPod({ metadata, spec }: Manifest, { setsSecurityContext }: ProbeOptions): Manifest {
  const { serviceAccountName = 'default', taskSpec, podTemplate, computeResources } = taskRunSpec(spec);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...metadata,
      name: `${metadata.name}-pod`,
      labels: {
        ...json(metadata['labels']),
        'app.kubernetes.io/managed-by': 'tekton-pipelines',
        'tekton.dev/taskRun': metadata.name,
      },
    },
    spec: {
      restartPolicy: 'Never',
      serviceAccountName,
      ...defined({ securityContext: podTemplate['securityContext'] }),
      initContainers: [
        {
          name: 'prepare',
          image: 'taskpack.dev/doctor/entrypoint',
          ...(setsSecurityContext && { securityContext: SECURITY_CONTEXT }),
        },
      ],
      containers: [
        ...taskSpec.steps.map((each, index) => stepContainer(each, index === 0, computeResources)),
        ...taskSpec.sidecars.map((sidecar) => ({
          ...sidecar,
          name: `sidecar-${DUMMY_SIDECAR}`,
          volumeMounts: [],
        })),
      ],
    },
  };
}

/** Tekton gives each step the limits of the task, and divides the requests, which the first step stands for here. */
function stepContainer(
  { name = '', computeResources: own, raw }: ReturnType<typeof step>,
  isFirst: boolean,
  { limits, requests }: ReturnType<typeof resources>,
): JsonObject {
  const { image, securityContext = {} } = raw;
  const ofTask = {
    limits,
    requests: isFirst ? requests : Object.fromEntries(Object.keys(limits).map((key) => [key, '0'])),
  };
  return {
    name: containerOfStep(name),
    image: image ?? BUILDER,
    securityContext,
    resources: Object.keys(own).length > 0 ? own : ofTask,
  };
}
