import { readKind, type KindDefinition, type Named } from '../../api/reading/kind.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import { formatFieldPath, type FieldProblem } from '../../model/problem.ts';

/** An object that is not what its schema wants: it was stored before there was one, or under another. */
export interface Unreadable {
  readonly object: KubeObject;
  /** What is wrong with it, field by field. */
  readonly complaint: string;
}

/** What is kept of an object. */
export type ReadObject<Value> =
  { readonly kind: 'readable'; readonly value: Value } | ({ readonly kind: 'unreadable' } & Unreadable);

/**
 * Reads the objects of a kind as an API server has them, without `managedFields`, which are many and of no use here. A
 * status that nobody could have meant is as none: whoever writes it writes it anew.
 */
export function objectReader<Value extends Named>(
  definition: KindDefinition<Value>,
): (object: KubeObject) => ReadObject<Value> {
  const version = definition.apiVersion.slice(definition.apiVersion.indexOf('/') + 1);
  const read = (value: object) => readKind(definition, version, { document: { value }, prefix: [], value });
  return (object) => {
    const { metadata, status, ...fields } = object;
    const { managedFields: _, ...kept } = metadata;
    const others = { ...fields, metadata: kept };
    const { value, problems } = read(status === undefined ? others : { ...others, status });
    const found = value ?? read(others).value;
    if (found !== undefined) return { kind: 'readable', value: found };
    return { kind: 'unreadable', object, complaint: `it cannot be read: ${problems.map(sentenceOf).join('; ')}` };
  };
}

function sentenceOf({ paths: [path], message }: FieldProblem): string {
  const place = formatFieldPath(path);
  return place === '' ? message : `${place}: ${message}`;
}
