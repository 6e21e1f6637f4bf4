import type { KubeObject } from '../../../kube/client/kube-object.ts';
import { objectAt, objectsAt } from '../../../model/json-field.ts';
import { identityOf, type Identity } from './identity.ts';

/** A Build as it is kept: whole while there is something to do for it, and next to nothing afterwards. */
export type BuildRecord = SettledBuild | ActiveBuild;

/** It has ended, or is being deleted. */
export interface SettledBuild extends Identity {
  readonly kind: 'settled';
}

export interface ActiveBuild extends Identity {
  readonly kind: 'active';
  readonly object: KubeObject;
}

/** What is kept of a Build. */
export function buildRecord(object: KubeObject): BuildRecord {
  const identity = identityOf(object);
  if (hasEnded(object) || object.metadata['deletionTimestamp'] !== undefined) return { kind: 'settled', ...identity };
  const { managedFields: _, ...metadata } = object.metadata;
  return { kind: 'active', ...identity, object: { ...object, metadata: { ...metadata, name: identity.name } } };
}

/** Whether its Succeeded condition says True or False: that is final, as in kpack. */
function hasEnded(object: KubeObject): boolean {
  const conditions = objectsAt(objectAt(object, 'status'), 'conditions');
  const succeeded = conditions.find(({ type }) => type === 'Succeeded');
  return succeeded?.['status'] === 'True' || succeeded?.['status'] === 'False';
}
