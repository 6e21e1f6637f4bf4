import { readKind, type KindDefinition, type Named } from '../../api/reading/kind.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';

/**
 * Reads the objects of a kind as an API server has them, without `managedFields`, which are many and of no use here. A
 * status that nobody could have meant is as none: whoever writes it writes it anew. Throws where the rest is wrong.
 */
export function objectReader<Value extends Named>(definition: KindDefinition<Value>): (object: KubeObject) => Value {
  const version = definition.apiVersion.slice(definition.apiVersion.indexOf('/') + 1);
  const read = (value: object) => readKind(definition, version, { document: { value }, prefix: [], value });
  return ({ metadata, status, ...fields }) => {
    const { managedFields: _, ...kept } = metadata;
    const others = { ...fields, metadata: kept };
    const { value, problems } = read(status === undefined ? others : { ...others, status });
    const found = value ?? read(others).value;
    if (found === undefined) throw new Error(problems.map(({ message }) => message).join('; '));
    return found;
  };
}
