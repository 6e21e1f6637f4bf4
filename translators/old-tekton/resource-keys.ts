import type { Resource, ResourceType } from './resources.ts';
import { slug } from './slug.ts';

/** One thing that a PipelineResource said, and the parameter that says it today. */
export interface ResourceKey {
  readonly key: string;
  /** Absent where it must be given. */
  readonly default?: string;
  /** Whether the parameter is there though no step refers to it. */
  readonly isNeeded: boolean;
}

type Keys = Readonly<Record<string, string | undefined>>;

/** With what each was where the PipelineResource did not say; a git revision of `''` is the server's HEAD. */
const KEYS: Readonly<Record<ResourceType, Keys>> = {
  git: { url: '', revision: '', depth: '1', sslVerify: 'true', submodules: 'true' },
  image: { url: undefined, digest: '' },
  storage: { location: '' },
};

/** What a resource says, by parameter. */
export function keysOf({ type, direction, isOptional }: Resource): readonly ResourceKey[] {
  return Object.entries(KEYS[type]).map(([key, value]) => {
    const given = value ?? (isOptional ? '' : undefined);
    const isNeeded =
      key === 'url' ? type === 'image' || direction === 'inputs' : type === 'git' && direction === 'inputs';
    return { key, isNeeded, ...(given !== undefined && { default: given }) };
  });
}

/** The parameter that took the place of one thing that the resource said. */
export function parameterName(resource: string, key: string): string {
  return `${slug(resource)}-${key}`;
}
