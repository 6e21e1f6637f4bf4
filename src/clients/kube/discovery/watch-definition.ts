import { asDefinition } from '../../../core/model/objects/definition.ts';
import type { KubeObject } from '../client/kube-object.ts';
import type { Resource } from '../client/resource.ts';
import { CUSTOM_RESOURCE_DEFINITIONS } from '../client/resources.ts';
import type { Clock } from '../../../core/runtime/clock.ts';
import { isKubeError } from '../kube-error.ts';
import { startReflector } from '../reflector/reflector.ts';
import type { Transport } from '../transport/transport.ts';

/** A resource that can appear and disappear. */
export type ResourceName = Pick<Resource, 'group' | 'version' | 'plural'>;

export interface DefinitionOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Returns a number from 0 up to, but not including, 1: the jitter. */
  readonly random: () => number;
  readonly resource: ResourceName;
  /** Reports an error that does not end the watch. */
  readonly report: (error: unknown) => void;
  /** Ends the watch. */
  readonly signal: AbortSignal;
}

/** The state of a CustomResourceDefinition, if the role allows watching definitions. */
export interface Definition {
  /** True if the definition serves the version; `undefined` if that is unknown. */
  readonly isServing: () => boolean | undefined;
  /** Resolves when the watch has ended. */
  readonly ended: Promise<void>;
}

/** Watches the definition and calls `onChange` after every change. */
export function watchDefinition(options: DefinitionOptions, onChange: () => void): Definition {
  const { transport, clock, random, resource, signal, report } = options;
  const name = `${resource.plural}.${resource.group}`;
  let isKnown = false;
  let isForbidden = false;
  const reflector = startReflector({
    transport,
    clock,
    random,
    resource: CUSTOM_RESOURCE_DEFINITIONS,
    selection: { fieldSelector: `metadata.name=${name}` },
    parse: (definition) => serves(definition, resource),
    onChange,
    signal,
    report: ({ error }) => {
      // The watch is retried, because the role may change. Report a missing right once.
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

/** True if the definition is established, is not being deleted, and serves the version. */
function serves(definition: KubeObject, { version }: ResourceName): boolean {
  const { spec, status } = asDefinition(definition);
  return (
    spec.versions.some(({ name, served }) => name === version && served) &&
    status.conditions.some(({ type, status: is }) => type === 'Established' && is === 'True') &&
    definition.metadata['deletionTimestamp'] === undefined
  );
}
