import * as z from 'zod';
import { closestMatch } from '../../model/closest-match.ts';
import { formatFieldPath, type FieldPath } from '../../model/problem.ts';
import { startsWith } from './lookup.ts';
import { fieldsAt, unwrapped } from './schema-path.ts';

/** The schemas of kinds with similar fields, by kind: users copy fields from an Image to a Build. */
export type RelatedKinds = Readonly<Record<string, z.core.$ZodType>>;

/** Returns advice on an unknown field: a known field with a similar name, or the place where a field of this name belongs. */
export function adviceOnField(path: FieldPath, key: string, schema: z.core.$ZodType, related: RelatedKinds): string {
  const fields = fieldsAt(schema, path);
  const similar = closestMatch(key, fields, 1);
  if (similar !== undefined) return didYouMean(JSON.stringify(similar));
  if (path[0] === 'spec' && key === 'imagePullSecrets') return `; ${PULL_SECRETS}`;
  const places = path[0] === 'spec' ? pathsOf(schema, key) : [];
  const below = places.filter((place) => startsWith(place, path) && place.length === path.length + 2);
  if (below.length === 1 || below.length === 2) return didYouMean(...below.map(formatFieldPath));
  const owner = ownerOf([...path, key], related);
  if (owner !== undefined) return `; ${formatFieldPath([...path, key])} is a field of ${owner}`;
  const [place, ...others] = places;
  if (place !== undefined && others.length === 0 && place.length <= MAX_DEPTH)
    return didYouMean(formatFieldPath(place));
  const far = closestMatch(key, fields);
  return far === undefined ? ofRelated(path, key, related) : didYouMean(JSON.stringify(far));
}

/** A Pod has this field, and kpack's kinds have it for a builder and a source only. */
const PULL_SECRETS = 'list the Secret in imagePullSecrets of the ServiceAccount';

function didYouMean(...fields: readonly string[]): string {
  return `; did you mean ${fields.join(' or ')}?`;
}

/** Returns the related kind that has the field, with its article. */
function ownerOf(field: FieldPath, related: RelatedKinds): string | undefined {
  const [path, key] = [field.slice(0, -1), String(field.at(-1))];
  const found = Object.entries(related).find(([, schema]) => fieldsAt(schema, path).includes(key));
  return found === undefined ? undefined : withArticle(found[0]);
}

/** Names the only place of the field in a related kind. */
function ofRelated([top]: FieldPath, key: string, related: RelatedKinds): string {
  if (top !== 'spec') return '';
  const names = Object.entries(related).flatMap(([kind, schema]) => {
    const [place, ...others] = pathsOf(schema, key);
    return place === undefined || others.length > 0 || place.length > MAX_DEPTH
      ? []
      : [`; ${formatFieldPath(place)} is a field of ${withArticle(kind)}`];
  });
  return names[0] ?? '';
}

function withArticle(kind: string): string {
  return `${/^[AEIOU]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

/** Deeper fields, such as `spec.source.registry.image`, have names with many meanings. */
const MAX_DEPTH = 3;

/** Returns the paths of all fields of this name in the spec, except in lists and maps. */
function pathsOf(schema: z.core.$ZodType, key: string, path: FieldPath = []): readonly FieldPath[] {
  const object = unwrapped(schema);
  if (!(object instanceof z.ZodObject) || path.length > 2 * MAX_DEPTH) return [];
  const shape: Readonly<Record<string, z.core.$ZodType>> = object.shape;
  return Object.entries(shape).flatMap(([field, below]) => {
    if (path.length === 0 && field !== 'spec') return [];
    const place = [...path, field];
    return [...(field === key ? [place] : []), ...pathsOf(below, key, place)];
  });
}
