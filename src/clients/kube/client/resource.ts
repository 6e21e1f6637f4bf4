/** A resource type of the Kubernetes API. */
export interface Resource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural name, as in API paths. */
  readonly plural: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
}

/** The name of an object of a resource. */
export interface ObjectName {
  readonly namespace?: string;
  readonly name: string;
}

/** The name of an object in a namespace, as controller-runtime's NamespacedName. */
export interface NamespacedName extends ObjectName {
  readonly namespace: string;
}

/** Returns the name of an object in a namespace; `undefined` for a cluster-scoped object. */
export function objectName(name: string, namespace: string | undefined): ObjectName {
  return { name, ...(namespace !== undefined && { namespace }) };
}

/** Returns `group/version`, or `version` for the core group. */
export function apiVersionOf({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Returns the path of a group version, which serves the list of its resources. */
export function groupVersionPath({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`;
}

/** Returns the path of a resource, in one namespace or in all. */
export function collectionPath(resource: Resource, namespace: string | undefined): string {
  const where = resource.isNamespaced && namespace !== undefined ? `/namespaces/${segment(namespace)}` : '';
  return `${groupVersionPath(resource)}${where}/${segment(resource.plural)}`;
}

/** Returns the path of an object or of its subresource. */
export function objectPath(resource: Resource, { namespace, name }: ObjectName, subresource?: string): string {
  if (resource.isNamespaced && namespace === undefined) throw new Error(`${resource.plural} ${name} has no namespace`);
  const path = `${collectionPath(resource, namespace)}/${segment(name)}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

/** Returns a name for error messages, such as `builds.kpack.io team/x`. */
export function describeResource({ group, plural }: Resource, { namespace, name }: Partial<ObjectName>): string {
  const type = group === '' ? plural : `${plural}.${group}`;
  const place = [namespace, name].filter((part) => part !== undefined).join('/');
  return place === '' ? type : `${type} ${place}`;
}

/**
 * Rejects empty names, which would turn a delete of one object into a delete of all, and dots, which would leave the
 * path.
 */
function segment(name: string): string {
  if (name === '') throw new Error('an object has no name');
  if (name === '.' || name === '..') throw new Error(`"${name}" is not a valid name`);
  return encodeURIComponent(name);
}

/** Returns the query string of the parameters that are set, or an empty string. */
export function queryString(parameters: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const present = Object.entries(parameters).filter(
    ([, value]) => value !== undefined && value !== false && value !== '',
  );
  const text = new URLSearchParams(present.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
