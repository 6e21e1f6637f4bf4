import { readObjects, type ReadObjects } from '../../api/read-objects.ts';
import { readBuilder, type BuilderReading } from '../../builders/read-builder.ts';
import { hasErrors, type Problem } from '../../model/problem.ts';
import { inNamespace } from '../../translate/default-namespace.ts';
import { takeInventory } from '../../translate/inventory.ts';
import type { Documents } from '../translate/input/read-documents.ts';
import type { BuilderObject } from './builder-object.ts';
import { fileBuilderWorld } from './file-builder-world.ts';
import { findBuilders } from './find-builders.ts';
import type { BuilderFlags } from './flags.ts';

/** A builder of the input and what it means. */
export interface ReadBuilder {
  readonly object: BuilderObject;
  readonly reading: BuilderReading;
}

/** The builders that a command is about, and everything wrong with the input apart from what they mean. */
export interface ReadBuilders {
  readonly builders: readonly ReadBuilder[];
  readonly problems: readonly Problem[];
}

/** Reads the builders among documents; none where something that they refer to could not be read. */
export function readBuilders(read: Documents, flags: Pick<BuilderFlags, 'namespace' | 'builder'>): ReadBuilders {
  const parsed = readObjects(read.documents);
  const objects = parsed.objects.map((object) => inNamespace(object, flags.namespace));
  const { inventory, problems: duplicates } = takeInventory(objects);
  const before = [...read.problems, ...parsed.problems, ...duplicates];
  const found = findBuilders(objects, flags.builder);
  if (missesContext(read, parsed)) return { builders: [], problems: before };
  const world = fileBuilderWorld(inventory);
  const builders = found.builders.map((object) => ({ object, reading: readBuilder(object.value, world) }));
  return { builders, problems: hasErrors(before) ? before : [...before, ...found.problems] };
}

/** Whether something that builders refer to could not be read: they would be told that it is not there. */
function missesContext(read: Documents, { unread }: ReadObjects): boolean {
  return hasErrors(read.problems) || unread.some((kind) => kind !== 'Builder' && kind !== 'ClusterBuilder');
}
