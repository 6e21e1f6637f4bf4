import type { Resource, ResourceType } from './task-resources.ts';
import { slug } from './names.ts';

/** A field of a PipelineResource, and the parameter that replaces it. */
export interface ResourceKey {
  readonly key: string;
  /** Absent if the parameter is required. */
  readonly default?: string;
  /** True if the Task declares the parameter even if no step refers to it. */
  readonly isNeeded: boolean;
}

type Keys = Readonly<Record<string, string | undefined>>;

/** The fields of each type, with Tekton's defaults. A git revision of `''` is the HEAD of the server. */
const KEYS: Readonly<Record<ResourceType, Keys>> = {
  git: { url: '', revision: '', depth: '1', sslVerify: 'true', submodules: 'true' },
  image: { url: undefined, digest: '' },
  // A Secret of this name need not exist: without a key, the step does not read the Secret.
  storage: { location: '', dir: 'false', secretName: 'no-credentials', secretKey: '' },
};

/** The name of the bound PipelineResource, which is none of its fields. */
const NAME = 'name';

/** Returns the fields of a resource, and its name. */
export function valueKeysOf(resource: Pick<Resource, 'type' | 'direction' | 'isOptional'>): readonly ResourceKey[] {
  return [...keysOf(resource), { key: NAME, isNeeded: false, ...(resource.isOptional && { default: '' }) }];
}

/** Returns the fields of a resource. */
export function keysOf({
  type,
  direction,
  isOptional,
}: Pick<Resource, 'type' | 'direction' | 'isOptional'>): readonly ResourceKey[] {
  return Object.entries(KEYS[type]).map(([key, value]) => {
    const given = value ?? (isOptional ? '' : undefined);
    return { key, isNeeded: isNeeded(type, direction, key), ...(given !== undefined && { default: given }) };
  });
}

/** Returns the name of the parameter that replaces a field of a resource. */
export function parameterName(resource: string, key: string): string {
  return `${slug(resource)}-${key}`;
}

function isNeeded(type: ResourceType, direction: Resource['direction'], key: string): boolean {
  switch (type) {
    case 'git':
      return direction === 'inputs';
    case 'image':
      return key === 'url';
    case 'storage':
      return true;
  }
}
