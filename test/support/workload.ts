/** The fields of a Pod or a TaskRun that the tests read. */
export interface Workload {
  readonly name: string;
  readonly containers: readonly Container[];
  readonly volumes: readonly Volume[];
  readonly annotations: Readonly<Record<string, string>>;
  readonly podSecurityContext: unknown;
  readonly automountServiceAccountToken: unknown;
  readonly serviceAccountName: string;
}

export interface Container {
  readonly name: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: unknown }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly resources?: {
    readonly requests?: Readonly<Record<string, string>>;
    readonly limits?: Readonly<Record<string, string>>;
  };
  readonly computeResources?: Container['resources'];
}

export interface Volume {
  readonly name: string;
  readonly secret?: {
    readonly secretName: string;
    readonly items?: readonly { readonly key: string; readonly path: string }[];
  };
  readonly configMap?: { readonly name: string };
  readonly persistentVolumeClaim?: { readonly claimName: string };
  readonly projected?: { readonly sources: readonly Omit<Volume, 'name'>[] };
}

interface PodSpec {
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes: readonly Volume[];
  readonly securityContext: unknown;
  readonly automountServiceAccountToken: unknown;
  readonly serviceAccountName: string;
}

interface TaskRunSpec {
  readonly serviceAccountName: string;
  readonly podTemplate: { readonly securityContext: unknown; readonly automountServiceAccountToken: unknown };
  readonly taskSpec: {
    readonly steps: readonly Container[];
    readonly sidecars?: readonly Container[];
    readonly volumes: readonly Volume[];
  };
}

/** Reads a manifest that is a Pod or a TaskRun. */
export function readWorkload(manifest: unknown): Workload {
  const { kind, metadata, spec } = manifest as {
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
    readonly spec: unknown;
  };
  const common = { name: metadata.name, annotations: metadata.annotations ?? {} };
  return kind === 'Pod' ? { ...common, ...ofPod(spec as PodSpec) } : { ...common, ...ofTaskRun(spec as TaskRunSpec) };
}

function ofPod(spec: PodSpec): Omit<Workload, 'name' | 'annotations'> {
  const { initContainers = [], containers, securityContext, ...rest } = spec;
  return { ...rest, containers: [...initContainers, ...containers], podSecurityContext: securityContext };
}

function ofTaskRun({ serviceAccountName, podTemplate, taskSpec }: TaskRunSpec): Omit<Workload, 'name' | 'annotations'> {
  const { steps, sidecars = [], volumes } = taskSpec;
  return {
    serviceAccountName,
    containers: [...steps, ...sidecars],
    volumes,
    podSecurityContext: podTemplate.securityContext,
    automountServiceAccountToken: podTemplate.automountServiceAccountToken,
  };
}
