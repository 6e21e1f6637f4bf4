import type { ApiObject } from '../../api/read-objects.ts';
import { fieldError, type FieldProblem } from '../../model/problem.ts';
import { formatBuilder, type BuilderObject } from './builder-object.ts';

/** The builders that a command is about; none only together with the reason. */
export interface FoundBuilders {
  readonly builders: readonly BuilderObject[];
  readonly problems: readonly FieldProblem[];
}

/** All builders among the objects, or those of a name, which may have the kind in front. */
export function findBuilders(objects: readonly ApiObject[], wanted: string | undefined): FoundBuilders {
  const all = objects.filter((object) => object.kind === 'Builder' || object.kind === 'ClusterBuilder');
  const builders = wanted === undefined ? all : all.filter((builder) => isMeant(builder, wanted));
  if (builders.length > 0) return { builders, problems: [] };
  if (all.length === 0 || wanted === undefined) {
    return { builders, problems: [fieldError([], 'there is no Builder and no ClusterBuilder among the inputs')] };
  }
  const message = `--builder: there is no ${wanted} among the inputs; there is ${all.map(formatBuilder).join(', ')}`;
  return { builders, problems: [fieldError([], message)] };
}

/** The kind is written as people write it to kubectl. */
function isMeant({ kind, value }: BuilderObject, wanted: string): boolean {
  const [first = '', name] = wanted.split('/', 2);
  if (name === undefined) return value.metadata.name === first;
  return kind.toLowerCase() === first.toLowerCase() && value.metadata.name === name;
}
