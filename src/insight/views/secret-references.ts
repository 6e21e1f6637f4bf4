import type { JsonObject } from '../../core/model/json.ts';
import { fields, list, text } from '../../core/model/objects/reader.ts';

/** A field of an object that names a Secret, and the containers that get the Secret. */
export interface SecretReferenceView {
  /** Such as `Pod/app-build-pod`. */
  readonly object: string;
  readonly secret: string;
  /** The path of the field that names the Secret, with the names of entries of lists. */
  readonly path: string;
  /** The containers or steps that get the Secret. The node uses a pull secret, and no container gets it. */
  readonly containers: readonly SecretUseView[];
}

/** A container that gets a Secret: as files in a directory, or as the value of an environment variable. */
export type SecretUseView =
  | { readonly container: string; readonly mountPath: string }
  | { readonly container: string; readonly variable: string };

const container = fields({
  name: text,
  volumeMounts: list(fields({ name: text, mountPath: text })),
  env: list(fields({ name: text, valueFrom: fields({ secretKeyRef: fields({ name: text }) }) })),
});

/** The part of a Pod (core/v1 PodSpec) or TaskRun (tekton.dev/v1 TaskSpec) with the volumes and the containers. */
const podSpec = fields({
  volumes: list(
    fields({
      name: text,
      secret: fields({ secretName: text }),
      projected: fields({ sources: list(fields({ secret: fields({ name: text }) })) }),
    }),
  ),
  initContainers: list(container),
  containers: list(container),
  steps: list(container),
  sidecars: list(container),
});

/** The object that names pull secrets. */
const holder = fields({ imagePullSecrets: list(fields({ name: text })) });

const workload = fields({ spec: podSpec });
const taskRun = fields({ spec: fields({ taskSpec: podSpec, podTemplate: holder }) });
const manifest = fields({ kind: text, metadata: fields({ name: text }), spec: holder });

/** Lists the Secrets of Pods, TaskRuns and ServiceAccounts, and the containers that get each of them. */
export function secretReferences(manifests: readonly JsonObject[]): readonly SecretReferenceView[] {
  return manifests.flatMap((raw) => {
    const { kind, metadata } = manifest(raw);
    const object = `${kind}/${metadata.name ?? ''}`;
    const at =
      kind === 'TaskRun'
        ? { spec: taskRun(raw).spec.taskSpec, at: 'spec.taskSpec' }
        : { spec: workload(raw).spec, at: 'spec' };
    return [...fromVolumes(at), ...fromVariables(at), ...pullSecrets(raw)].map((reference) => ({
      object,
      ...reference,
    }));
  });
}

type Reference = Omit<SecretReferenceView, 'object'>;

/** A PodSpec and its path in the object. */
interface PodSpecAt {
  readonly spec: ReturnType<typeof podSpec>;
  readonly at: string;
}

function fromVolumes(podSpecAt: PodSpecAt): readonly Reference[] {
  const { spec, at } = podSpecAt;
  return spec.volumes.flatMap(({ name = '', secret: { secretName: direct }, projected: { sources } }) => {
    const containers = usesOf(podSpecAt, name);
    const field = `${at}.volumes[${name}]`;
    const projected = sources.flatMap(({ secret: { name: secret } }, index) =>
      secret === undefined ? [] : [{ secret, path: `${field}.projected.sources[${index}].secret.name`, containers }],
    );
    return direct === undefined ? projected : [{ secret: direct, path: `${field}.secret.secretName`, containers }];
  });
}

function usesOf(podSpecAt: PodSpecAt, volume: string): readonly SecretUseView[] {
  return containersOf(podSpecAt).flatMap(({ name, volumeMounts }) =>
    volumeMounts.filter((mount) => mount.name === volume).map(({ mountPath = '' }) => ({ container: name, mountPath })),
  );
}

function fromVariables(podSpecAt: PodSpecAt): readonly Reference[] {
  return containersOf(podSpecAt).flatMap(({ name, at, env }) =>
    env.flatMap(({ name: variable = '', valueFrom: { secretKeyRef } }) => {
      const path = `${at}.env[${variable}].valueFrom.secretKeyRef.name`;
      const { name: secret } = secretKeyRef;
      return secret === undefined ? [] : [{ secret, path, containers: [{ container: name, variable }] }];
    }),
  );
}

/** Lists the pull secrets of a Pod, of a TaskRun's Pod, or of a ServiceAccount, whose Pods get them. */
function pullSecrets(raw: JsonObject): readonly Reference[] {
  const [at, { imagePullSecrets }] = pullSecretsOf(raw);
  return imagePullSecrets.flatMap(({ name: secret }) =>
    secret === undefined ? [] : [{ secret, path: `${at}imagePullSecrets[${secret}].name`, containers: [] }],
  );
}

function pullSecretsOf(raw: JsonObject): readonly [at: string, ReturnType<typeof holder>] {
  const { kind, spec } = manifest(raw);
  if (kind === 'ServiceAccount') return ['', holder(raw)];
  if (kind === 'TaskRun') return ['spec.podTemplate.', taskRun(raw).spec.podTemplate];
  return ['spec.', spec];
}

const LISTS = ['initContainers', 'containers', 'steps', 'sidecars'] as const;

function containersOf({ spec, at }: PodSpecAt) {
  return LISTS.flatMap((key) =>
    spec[key].map(({ name = '', volumeMounts, env }) => ({ name, at: `${at}.${key}[${name}]`, volumeMounts, env })),
  );
}
