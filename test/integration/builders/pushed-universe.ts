import { universeDocuments, type UniverseDocuments } from '../../cluster/universe/documents.ts';
import { pushUniverse } from '../../cluster/universe/push-universe.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { buildCommand } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { someUniverse } from '../universe/some-universe.ts';

/** The universe in a registry, its documents in files, and a command that reads these files. */
export interface PlacedUniverse {
  readonly registry: Registry;
  readonly documents: UniverseDocuments;
  /** `parts.yaml` holds all objects except builders. Each builder has its own file. */
  readonly workspace: Workspace;
}

/** Creates the universe for the tests of the calling suite. */
export function placedUniverse(): () => PlacedUniverse {
  const registry = temporaryRegistry('none');
  let placed: PlacedUniverse | undefined;

  before('the universe is pushed', async function () {
    // The first run builds the lifecycle.
    this.timeout(1_800_000);
    buildCommand();
    const documents = universeDocuments(await pushUniverse(registry(), await someUniverse()), 'team');
    const workspace = makeWorkspace();
    workspace.write({
      'parts.yaml': asYaml(documents.parts),
      ...Object.fromEntries(
        Object.entries(documents.builders).map(([name, builder]) => [`${name}.yaml`, asYaml([builder])]),
      ),
    });
    placed = { registry: registry(), documents, workspace };
  });

  after(() => placed?.workspace.remove());

  return () => {
    if (placed === undefined) throw new Error('the universe is not there yet');
    return placed;
  };
}

/** JSON is YAML. */
export function asYaml(documents: readonly unknown[]): string {
  return documents.map((document) => JSON.stringify(document, undefined, 2)).join('\n---\n');
}
