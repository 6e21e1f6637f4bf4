import type { Platform } from '../../clients/registry/client/manifests/platform.ts';
import { readObjects, type ApiObject } from '../../core/api/read-objects.ts';
import type { BuilderResources } from '../../core/builders/builder-resources.ts';
import { readBuilder, type BuilderReading } from '../../core/builders/read-builder.ts';
import { architectureIn } from '../../core/model/node-architecture.ts';
import { fieldError, hasErrors, type FieldProblem, type Problem } from '../../core/model/problem.ts';
import { inNamespace } from '../../core/translate/default-namespace.ts';
import { located } from '../../core/translate/located.ts';
import { nameObject } from '../../core/translate/object-name.ts';
import { indexObjects, type InputIndex } from '../../core/translate/input-index.ts';
import { referenceText } from '../../insight/views/object-view.ts';
import type { Documents } from '../input.ts';

/** The parsed options that select builders in files. */
export interface BuilderFlags {
  readonly filename: readonly string[];
  readonly recursive?: true;
  readonly namespace?: string;
  readonly builder?: string;
  readonly platform?: Platform;
}

export type BuilderSelection = Pick<BuilderFlags, 'namespace' | 'builder' | 'platform'>;

/** A builder of the input with its resolved order, stack and lifecycle. */
export interface ReadBuilder {
  readonly object: BuilderObject;
  readonly reading: BuilderReading;
}

/** The selected builders, and the problems of the input except those of the builders' own readings. */
export interface ReadBuilders {
  readonly builders: readonly ReadBuilder[];
  /** All objects of the input. */
  readonly objects: readonly ApiObject[];
  readonly problems: readonly Problem[];
}

/** Reads the selected builders. Returns no builders if the input has unreadable objects that builders can refer to. */
export function readBuilders(read: Documents, flags: BuilderSelection): ReadBuilders {
  const parsed = readObjects(read.documents);
  const objects = parsed.objects.map((object) => inNamespace(object, flags.namespace));
  const { inputIndex, problems: duplicates } = indexObjects(objects, architectureIn(flags.platform));
  const before = [...read.problems, ...parsed.problems, ...duplicates];
  const found = findBuilders(objects, flags.builder);
  // Builders would report an unreadable object as missing.
  if (hasErrors(read.problems) || parsed.unread.some((kind) => kind !== 'Builder' && kind !== 'ClusterBuilder'))
    return { builders: [], objects, problems: before };
  const resources = inputResources(inputIndex);
  const builders = found.builders.map((object) => ({ object, reading: readBuilder(object.value, resources) }));
  return { builders, objects, problems: hasErrors(before) ? before : [...before, ...found.problems] };
}

/** The selected builders. If there are none, a problem says why. */
export interface FoundBuilders {
  readonly builders: readonly BuilderObject[];
  readonly problems: readonly FieldProblem[];
}

/** Returns all builders among the objects, or those that `NAME` or `KIND/NAME` selects. */
export function findBuilders(objects: readonly ApiObject[], wanted: string | undefined): FoundBuilders {
  const all = objects.filter((object) => object.kind === 'Builder' || object.kind === 'ClusterBuilder');
  const builders = wanted === undefined ? all : all.filter((builder) => isMeant(builder, wanted));
  if (builders.length > 0) return { builders, problems: [] };
  if (all.length === 0 || wanted === undefined) {
    return { builders, problems: [noBuilder(objects)] };
  }
  const message = `--builder: the input has no ${wanted}, only ${all.map(formatBuilder).join(', ')}`;
  return { builders, problems: [fieldError([], message)] };
}

/** Returns the problem of an input without builders, at its first Build or Image: most other commands take these. */
function noBuilder(objects: readonly ApiObject[]): Problem {
  const message = 'the input has no Builder and no ClusterBuilder';
  const workload = objects.find(({ kind }) => kind === 'Build' || kind === 'Image');
  if (workload === undefined) return fieldError([], message);
  const { kind, name } = nameObject(workload);
  return located(
    fieldError([], `${message}, only a workload such as ${kind} ${name}; add the builder with -f`),
    workload,
  );
}

/** Compares kinds without case, as kubectl does. */
function isMeant({ kind, value }: BuilderObject, wanted: string): boolean {
  const [first = '', name] = wanted.split('/', 2);
  if (name === undefined) return value.metadata.name === first;
  return kind.toLowerCase() === first.toLowerCase() && value.metadata.name === name;
}

/** A Builder or ClusterBuilder of the input. */
export type BuilderObject = Extract<ApiObject, { readonly kind: 'Builder' | 'ClusterBuilder' }>;

/** Returns `Builder team/java` or `ClusterBuilder base`. */
export function formatBuilder({ kind, value }: BuilderObject): string {
  const { namespace, name } = value.metadata;
  return referenceText({ kind, name, ...(kind === 'Builder' && namespace !== undefined && { namespace }) });
}

/** Returns lookups that find only the objects of the input. */
function inputResources(inputIndex: InputIndex): BuilderResources {
  const all = [...inputIndex.all()];
  const buildpacks = all.flatMap((object) => (object.kind === 'Buildpack' ? [object.value] : []));
  const clusterBuildpacks = all.flatMap((object) => (object.kind === 'ClusterBuildpack' ? [object.value] : []));
  const named = (kind: string, name: string): ApiObject | undefined => inputIndex.get(kind, undefined, name);
  return {
    buildpacks: () => buildpacks,
    clusterBuildpacks: () => clusterBuildpacks,
    clusterStore: (name) => {
      const object = named('ClusterStore', name);
      return object?.kind === 'ClusterStore' ? object.value : undefined;
    },
    clusterStack: (name) => {
      const object = named('ClusterStack', name);
      return object?.kind === 'ClusterStack' ? object.value : undefined;
    },
    clusterLifecycle: (name) => {
      const object = named('ClusterLifecycle', name);
      return object?.kind === 'ClusterLifecycle' ? object.value : undefined;
    },
    imageFacts: (image) => inputIndex.facts(image)?.value,
  };
}
