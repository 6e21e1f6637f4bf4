import { objectAt, objectsAt, textAt } from '../model/json-field.ts';
import type { JsonObject } from '../model/json.ts';
import { objectView } from './object-view.ts';

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

/** Lists the Secrets of Pods, TaskRuns and ServiceAccounts, and the containers that get each of them. */
export function secretReferences(manifests: readonly JsonObject[]): readonly SecretReferenceView[] {
  return manifests.flatMap((manifest) => {
    const object = `${textAt(manifest, 'kind')}/${objectView(manifest).name}`;
    return [...fromVolumes(manifest), ...fromVariables(manifest), ...pullSecrets(manifest)].map((reference) => ({
      object,
      ...reference,
    }));
  });
}

type Reference = Omit<SecretReferenceView, 'object'>;

function fromVolumes(workload: JsonObject): readonly Reference[] {
  const { spec, at } = podSpecOf(workload);
  return objectsAt(spec, 'volumes').flatMap((volume) => {
    const name = textAt(volume, 'name') ?? '';
    const containers = usesOf(workload, name);
    const direct = textAt(objectAt(volume, 'secret'), 'secretName');
    const field = `${at}.volumes[${name}]`;
    const projected = objectsAt(objectAt(volume, 'projected'), 'sources').flatMap((source, index) => {
      const secret = textAt(objectAt(source, 'secret'), 'name');
      return secret === undefined
        ? []
        : [{ secret, path: `${field}.projected.sources[${index}].secret.name`, containers }];
    });
    return direct === undefined ? projected : [{ secret: direct, path: `${field}.secret.secretName`, containers }];
  });
}

function usesOf(workload: JsonObject, volume: string): readonly SecretUseView[] {
  return containersOf(workload).flatMap(({ name, container }) =>
    objectsAt(container, 'volumeMounts')
      .filter((mount) => textAt(mount, 'name') === volume)
      .map((mount) => ({ container: name, mountPath: textAt(mount, 'mountPath') ?? '' })),
  );
}

function fromVariables(workload: JsonObject): readonly Reference[] {
  return containersOf(workload).flatMap(({ name, at, container }) =>
    objectsAt(container, 'env').flatMap((variable) => {
      const named = textAt(variable, 'name') ?? '';
      const secret = textAt(objectAt(objectAt(variable, 'valueFrom'), 'secretKeyRef'), 'name');
      const path = `${at}.env[${named}].valueFrom.secretKeyRef.name`;
      return secret === undefined ? [] : [{ secret, path, containers: [{ container: name, variable: named }] }];
    }),
  );
}

/** Lists the pull secrets of a Pod, of a TaskRun's Pod, or of a ServiceAccount, whose Pods get them. */
function pullSecrets(manifest: JsonObject): readonly Reference[] {
  const { holder, at } = pullSecretsOf(manifest);
  return objectsAt(holder, 'imagePullSecrets').flatMap((entry) => {
    const secret = textAt(entry, 'name');
    return secret === undefined ? [] : [{ secret, path: `${at}imagePullSecrets[${secret}].name`, containers: [] }];
  });
}

function pullSecretsOf(manifest: JsonObject): { readonly holder: JsonObject; readonly at: string } {
  const spec = objectAt(manifest, 'spec');
  const kind = textAt(manifest, 'kind');
  if (kind === 'ServiceAccount') return { holder: manifest, at: '' };
  if (kind === 'TaskRun') return { holder: objectAt(spec, 'podTemplate'), at: 'spec.podTemplate.' };
  return { holder: spec, at: 'spec.' };
}

interface NamedContainer {
  readonly name: string;
  /** The path of the container. */
  readonly at: string;
  readonly container: JsonObject;
}

function containersOf(workload: JsonObject): readonly NamedContainer[] {
  const { spec, at } = podSpecOf(workload);
  return ['initContainers', 'containers', 'steps', 'sidecars'].flatMap((list) =>
    objectsAt(spec, list).map((container) => {
      const name = textAt(container, 'name') ?? '';
      return { name, at: `${at}.${list}[${name}]`, container };
    }),
  );
}

/** Returns the part of a Pod or a TaskRun with the volumes and the containers, and its path. */
function podSpecOf(workload: JsonObject): { readonly spec: JsonObject; readonly at: string } {
  const spec = objectAt(workload, 'spec');
  return textAt(workload, 'kind') === 'TaskRun'
    ? { spec: objectAt(spec, 'taskSpec'), at: 'spec.taskSpec' }
    : { spec, at: 'spec' };
}
