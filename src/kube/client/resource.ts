/** A type of objects that an API server keeps. */
export interface Resource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** As it is in paths. */
  readonly plural: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
}

/** What names one object of a resource. */
export interface ObjectName {
  readonly namespace?: string;
  readonly name: string;
}

/** `apps/v1`, or `v1` for the core group. */
export function apiVersionOf({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The path of a group version, which answers with what it serves. */
export function groupVersionPath({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`;
}

/** The path of all objects of a resource, or of those in one namespace. */
export function collectionPath(resource: Resource, namespace: string | undefined): string {
  const where = resource.isNamespaced && namespace !== undefined ? `/namespaces/${segment(namespace)}` : '';
  return `${groupVersionPath(resource)}${where}/${segment(resource.plural)}`;
}

/** The path of one object, or of a part of it. */
export function objectPath(resource: Resource, { namespace, name }: ObjectName, part?: string): string {
  if (resource.isNamespaced && namespace === undefined) throw new Error(`${resource.plural} ${name} has no namespace`);
  const path = `${collectionPath(resource, namespace)}/${segment(name)}`;
  return part === undefined ? path : `${path}/${part}`;
}

/** `builds.kpack.io team/x`, for errors. */
export function called({ group, plural }: Resource, { namespace, name }: Partial<ObjectName>): string {
  const type = group === '' ? plural : `${plural}.${group}`;
  const place = [namespace, name].filter((part) => part !== undefined).join('/');
  return place === '' ? type : `${type} ${place}`;
}

/** An empty name would make a path of the collection's: a delete of one would delete all. Dots would lead out of it. */
function segment(name: string): string {
  if (name === '') throw new Error('an object has no name');
  if (name === '.' || name === '..') throw new Error(`${name} is no name`);
  return encodeURIComponent(name);
}
