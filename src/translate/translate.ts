import { readObjects, type ReadObjects } from '../api/read-objects.ts';
import type { SourceDocument } from '../model/document.ts';
import type { Manifest } from '../model/manifest.ts';
import { hasErrors, type Problem } from '../model/problem.ts';
import { chooseBackend } from './backend.ts';
import { checkNamespace, inNamespace } from './default-namespace.ts';
import { fileWorld } from './file-world.ts';
import { withName } from './generated-name.ts';
import { takeInventory, type Inventory } from './inventory.ts';
import { nothingToTranslate } from './nothing-to-translate.ts';
import type { TranslateOptions } from './options.ts';
import { oldTektonWorld, translateOldTekton } from './old-tekton.ts';
import { onceEach } from './once-each.ts';
import { strictly } from './strictness.ts';
import { translateWorkload, type TranslatedWorkload } from './translate-workload.ts';
import { workloadOf } from './workload.ts';

export interface Translation {
  /** In apply order; empty if any problem is an error. Made anew at each iteration, so that long streams need no memory. */
  readonly manifests: Iterable<Manifest>;
  readonly problems: readonly Problem[];
}

/** Turns every Build and Image among the documents into the objects that run it, and every old Task into today's. */
export function translate(documents: readonly SourceDocument[], options: TranslateOptions): Translation {
  const read = readObjects(documents);
  const objects = read.objects.map((object) => inNamespace(withName(object), options.namespace));
  const { inventory, problems: duplicates } = takeInventory(objects);
  const workloads = missesContext(read) ? [] : translateAll(inventory, options);
  const problems = strictly(
    [
      ...read.problems,
      ...duplicates,
      ...objects.flatMap((object) => checkNamespace(object, options.namespace)),
      ...(hasErrors(read.problems) ? [] : nothingToTranslate(objects)),
      ...workloads.flatMap((workload) => workload.problems),
    ],
    options.strict,
  );
  return { problems, manifests: hasErrors(problems) ? [] : manifests(inventory, workloads) };
}

/** Whether something that Builds refer to could not be read: they would be told that it is not there. */
function missesContext({ unread }: ReadObjects): boolean {
  return unread.some((kind) => kind !== 'Build' && kind !== 'Image' && kind !== 'TaskRun');
}

function translateAll(inventory: Inventory, options: TranslateOptions): readonly TranslatedWorkload[] {
  const world = fileWorld(inventory);
  const backend = chooseBackend(options);
  const early = oldTektonWorld(inventory);
  return [...inventory.all()].flatMap((object) => {
    const workload = workloadOf(object, world, options.now);
    if (workload !== undefined) return [translateWorkload(workload, world, backend, options)];
    return translateOldTekton(object, early, inventory, options) ?? [];
  });
}

function manifests(inventory: Inventory, workloads: readonly TranslatedWorkload[]): Iterable<Manifest> {
  return {
    *[Symbol.iterator]() {
      const isNew = onceEach(inventory);
      for (const workload of workloads) yield* workload.manifests().filter(isNew);
    },
  };
}
