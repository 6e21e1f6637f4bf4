import { isJsonList, isJsonObject } from '../../model/json.ts';
import type { KubeObject } from '../client/kube-object.ts';
import { CUSTOM_RESOURCE_DEFINITIONS } from '../client/resources.ts';
import type { Resource } from '../client/resource.ts';
import type { Collaborators } from '../collaborators.ts';
import { isKubeError } from '../kube-error.ts';
import { startReflector } from '../reflector/reflector.ts';
import type { Transport } from '../transport/transport.ts';

/** The name of a resource that may come and go. */
export type ResourceName = Pick<Resource, 'group' | 'version' | 'plural'>;

export interface DefinitionOptions {
  readonly transport: Transport;
  readonly collaborators: Collaborators;
  readonly resource: ResourceName;
  /** A failure that did not end it. */
  readonly report: (error: unknown) => void;
  /** Ends it; nothing else does. */
  readonly signal: AbortSignal;
}

/** What the definition of a custom resource says, where the role lets us watch it. */
export interface Definition {
  /** Whether it promises the version; `undefined` where it is not known. */
  readonly isServing: () => boolean | undefined;
  readonly ended: Promise<void>;
}

/** Watches the definition, and calls whenever it has changed. */
export function watchDefinition(options: DefinitionOptions, onChange: () => void): Definition {
  const { transport, collaborators, resource, signal, report } = options;
  const name = `${resource.plural}.${resource.group}`;
  let isKnown = false;
  let isForbidden = false;
  const reflector = startReflector({
    transport,
    collaborators,
    resource: CUSTOM_RESOURCE_DEFINITIONS,
    selection: { fieldSelector: `metadata.name=${name}` },
    parse: (definition) => serves(definition, resource),
    onChange,
    signal,
    report: ({ error }) => {
      // It is asked again and again, for the role may change; to be told once is enough.
      const isRepeated = isForbidden && isKubeError(error, 'FORBIDDEN');
      isForbidden ||= isKubeError(error, 'FORBIDDEN');
      if (!isRepeated) report(error);
    },
  });
  void reflector.synced.then((isSynced) => {
    isKnown = isSynced;
    onChange();
  });
  return {
    isServing: () => (isKnown ? (reflector.store.get(name) ?? false) : undefined),
    ended: reflector.ended,
  };
}

/** Whether a definition is established, stays, and has the version. */
function serves({ metadata, spec, status }: KubeObject, { version }: ResourceName): boolean {
  const { versions } = isJsonObject(spec) ? spec : {};
  const { conditions } = isJsonObject(status) ? status : {};
  const hasVersion =
    versions !== undefined &&
    isJsonList(versions) &&
    versions.filter(isJsonObject).some(({ name, served }) => name === version && served === true);
  const isEstablished =
    conditions !== undefined &&
    isJsonList(conditions) &&
    conditions.filter(isJsonObject).some(({ type, status: is }) => type === 'Established' && is === 'True');
  return hasVersion && isEstablished && metadata['deletionTimestamp'] === undefined;
}
