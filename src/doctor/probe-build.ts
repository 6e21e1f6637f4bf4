import { containerOfStep, DUMMY_SIDECAR } from '../../translators/tekton/tekton-pod.ts';
import { translateToWorkload, type WorkloadOptions } from '../../translators/workload.ts';
import type { TaskpackImages } from '../model/build-policy.ts';
import { objectAt, objectsAt, textAt } from '../model/json-field.ts';
import type { JsonObject } from '../model/json.ts';
import type { Manifest } from '../model/kubernetes-object.ts';
import { parseQuantity, quantityText } from '../model/quantity.ts';
import type { ResolvedBuild } from '../model/resolved-build.ts';
import type { TektonFeatures } from '../model/tekton-features.ts';
import type { Workload } from '../model/workload.ts';

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
export function largestImage(images: readonly JsonObject[]): JsonObject | undefined {
  return images.toSorted((one, other) => {
    const memory = needOf(other, 'memory') - needOf(one, 'memory');
    return Number(memory === 0n ? needOf(other, 'cpu') - needOf(one, 'cpu') : memory);
  })[0];
}

function needOf(image: JsonObject, resource: string): bigint {
  const resources = objectAt(objectAt(objectAt(image, 'spec'), 'build'), 'resources');
  const value = objectAt(resources, 'requests')[resource] ?? objectAt(resources, 'limits')[resource];
  return parseQuantity(quantityText(value))?.nano ?? 0n;
}

/** Returns the objects that would run a Build of an Image. Without an Image, the Build requests no resources. */
export function probeObjects(image: JsonObject | undefined, options: ProbeOptions): ProbeObjects {
  const build = probeBuild(image ?? {}, options);
  const translated = (workload: WorkloadOptions): Manifest =>
    last(
      translateToWorkload(build, workload, {
        images: options.images,
        // The isolated account does not exist, and admission refuses a Pod without its account.
        account: 'build',
      }).manifests(),
    );
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

function last(manifests: Iterable<Manifest>): Manifest {
  const found = [...manifests].at(-1);
  if (found === undefined) throw new Error('a translation has no manifest');
  return found;
}

/** The images do not have to exist: nothing pulls them in a dry run. */
const BUILDER = 'taskpack.dev/doctor/builder';

function probeBuild(image: JsonObject, { namespace }: ProbeOptions): ResolvedBuild {
  const spec = objectAt(image, 'spec');
  const template = objectAt(spec, 'build');
  const resources = objectAt(template, 'resources');
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
    serviceAccountName: textAt(spec, 'serviceAccountName') ?? 'default',
    workloadIdentity: false,
    credentials: { source: [], registry: [], imagePull: { serviceAccount: [], builder: [] }, signing: [] },
    signatureAnnotations: [],
    placement: {},
    resources: { requests: quantities(resources, 'requests'), limits: quantities(resources, 'limits') },
    trustUnknownSshHosts: true,
    sourceLimits: { bytes: 1, entries: 1 },
  };
}

function quantities(resources: JsonObject, key: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(objectAt(resources, key)).map(([name, value]) => [name, quantityText(value)]),
  );
}

/** The fields that Tekton sets with the flag `set-security-context` (tektoncd/pipeline, pkg/pod/pod.go). */
const SECURITY_CONTEXT = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};

/**
 * Returns a Pod with the labels, containers and accounts of the Pod that Tekton creates for a TaskRun. Admission decides by
 * these. The Pod has none of Tekton's volumes, because nothing runs it.
 */
function tektonPod({ metadata, spec }: Manifest, { setsSecurityContext }: ProbeOptions): Manifest {
  const run = objectAt({ spec: spec ?? {} }, 'spec');
  const task = objectAt(run, 'taskSpec');
  const template = objectAt(run, 'podTemplate');
  const resources = objectAt(run, 'computeResources');
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...metadata,
      name: `${metadata.name}-pod`,
      labels: {
        ...objectAt(metadata, 'labels'),
        'app.kubernetes.io/managed-by': 'tekton-pipelines',
        'tekton.dev/taskRun': metadata.name,
      },
    },
    spec: {
      restartPolicy: 'Never',
      serviceAccountName: textAt(run, 'serviceAccountName') ?? 'default',
      ...(template['securityContext'] !== undefined && { securityContext: template['securityContext'] }),
      initContainers: [
        {
          name: 'prepare',
          image: 'taskpack.dev/doctor/entrypoint',
          ...(setsSecurityContext && { securityContext: SECURITY_CONTEXT }),
        },
      ],
      containers: [
        ...objectsAt(task, 'steps').map((step, index) => stepContainer(step, index === 0, resources)),
        ...objectsAt(task, 'sidecars').map((sidecar) => ({
          ...sidecar,
          name: `sidecar-${DUMMY_SIDECAR}`,
          volumeMounts: [],
        })),
      ],
    },
  };
}

/** Tekton gives each step the limits of the task, and divides the requests, which the first step stands for here. */
function stepContainer(step: JsonObject, isFirst: boolean, ofTask: JsonObject): JsonObject {
  const { image, securityContext = {} } = step;
  const limits = objectAt(ofTask, 'limits');
  const requests = isFirst ? objectAt(ofTask, 'requests') : mapValues(limits, '0');
  const own = objectAt(step, 'computeResources');
  const resources = Object.keys(own).length > 0 ? own : { limits, requests };
  return { name: containerOfStep(textAt(step, 'name') ?? ''), image: image ?? BUILDER, securityContext, resources };
}

function mapValues(object: JsonObject, value: string): JsonObject {
  return Object.fromEntries(Object.keys(object).map((key) => [key, value]));
}
