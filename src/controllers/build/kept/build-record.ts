import type { KubeObject } from '../../../kube/client/kube-object.ts';
import { objectAt, objectsAt } from '../../../model/json-field.ts';
import { identityOf, type Identity } from './identity.ts';

/** A Build as it is kept: almost whole while there is something to do for it, and next to nothing afterwards. */
export type BuildRecord = SettledBuild | ActiveBuild;

/** It has ended, or is being deleted. */
export interface SettledBuild extends Identity {
  readonly kind: 'settled';
}

export interface ActiveBuild extends Identity {
  readonly kind: 'active';
  readonly object: KubeObject;
  /** Whether the object lacks its environment, which is only read again when it is needed. */
  readonly lacksEnvironment: boolean;
}

/** An environment of more characters is not kept: a thousand Builds of a megabyte each would be more than there is memory. */
const LONGEST_ENVIRONMENT = 64 * 1024;

/** What kubectl writes to compare with: everything once more. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** What is kept of a Build. */
export function buildRecord(object: KubeObject): BuildRecord {
  const identity = identityOf(object);
  if (hasEnded(object) || object.metadata['deletionTimestamp'] !== undefined) return { kind: 'settled', ...identity };
  const lacksEnvironment = JSON.stringify(objectAt(object, 'spec')['env'] ?? '').length > LONGEST_ENVIRONMENT;
  return { kind: 'active', ...identity, object: slimBuild(object, lacksEnvironment), lacksEnvironment };
}

function slimBuild(object: KubeObject, lacksEnvironment: boolean): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata;
  const { [LAST_APPLIED]: __, ...annotations } = objectAt(object.metadata, 'annotations');
  const { env: ___, ...spec } = objectAt(object, 'spec');
  return { ...object, metadata: { ...metadata, annotations }, ...(lacksEnvironment && { spec }) };
}

/** Whether its Succeeded condition says True or False: that is final, as in kpack. */
function hasEnded(object: KubeObject): boolean {
  const conditions = objectsAt(objectAt(object, 'status'), 'conditions');
  const succeeded = conditions.find(({ type }) => type === 'Succeeded');
  return succeeded?.['status'] === 'True' || succeeded?.['status'] === 'False';
}
