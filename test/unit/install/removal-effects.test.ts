import { expect } from 'chai';
import type { ObjectCount } from '../../../src/install/object-counts.ts';
import type { NamespaceContent } from '../../../src/install/namespace-contents.ts';
import { removalLines, removalMessages, type RemovalInventory } from '../../../src/install/removal-effects.ts';
import type { RemovalScope } from '../../../src/install/removal.ts';

const CONTROLLER: RemovalScope = { definitions: 'keep', namespace: 'delete' };
const KEPT_NAMESPACE: RemovalScope = { definitions: 'keep', namespace: 'keep' };
const EVERYTHING: RemovalScope = { definitions: 'delete', namespace: 'delete' };

const COUNTS: readonly ObjectCount[] = [
  { name: 'Image', inNamespace: 2, elsewhere: 1 },
  { name: 'finished Build', inNamespace: 0, elsewhere: 3 },
  { name: 'unfinished Build', inNamespace: 0, elsewhere: 0 },
  { name: 'Builder', inNamespace: 1, elsewhere: 0 },
  { name: 'Buildpack', inNamespace: 0, elsewhere: 0 },
  { name: 'ClusterStore', inNamespace: 0, elsewhere: 1 },
  { name: 'cache claim', inNamespace: 0, elsewhere: 2 },
];

const CONTENTS: readonly NamespaceContent[] = [
  { kind: 'counted', name: 'Secret', count: 2 },
  { kind: 'counted', name: 'PersistentVolumeClaim', count: 1 },
  { kind: 'counted', name: 'TaskRun', count: 0 },
];

describe('removalLines', () => {
  it('counts the objects of each kind, with the effect on them', () => {
    const kept = ['3 finished Builds: kept', '1 ClusterStore: kept', '2 cache claims: kept'];
    expect(removalLines(only(COUNTS), CONTROLLER)).to.deep.equal([
      '1 Image: kept, and not built any more',
      ...kept,
      '2 Images in the namespace taskpack: deleted with the namespace',
      '1 Builder in the namespace taskpack: deleted with the namespace',
    ]);
    expect(removalLines(only(COUNTS), KEPT_NAMESPACE)).to.deep.equal([
      '3 Images: kept, and not built any more',
      '3 finished Builds: kept',
      '1 Builder: kept',
      '1 ClusterStore: kept',
      '2 cache claims: kept',
    ]);
    expect(removalLines(only(COUNTS), EVERYTHING)).to.deep.equal([
      '3 Images: deleted with the definitions',
      '3 finished Builds: deleted with the definitions',
      '1 Builder: deleted with the definitions',
      '1 ClusterStore: deleted with the definitions',
      '2 cache claims: deleted with the Images',
    ]);
  });

  it('names what else is deleted with the namespace, also without objects of kpack.io', () => {
    for (const scope of [CONTROLLER, EVERYTHING])
      expect(removalLines({ counts: unfinished(0).counts, contents: CONTENTS }, scope)).to.deep.equal([
        'no objects of kpack.io',
        '2 Secrets in the namespace taskpack: deleted with the namespace',
        '1 PersistentVolumeClaim in the namespace taskpack: deleted with the namespace',
      ]);
    expect(removalLines(unfinished(1), CONTROLLER)).to.deep.equal([]);
  });
});

describe('removalMessages', () => {
  it('count the Builds that a removal would interrupt', () => {
    expect(removalMessages(unfinished(2), CONTROLLER)).to.deep.equal([
      '2 Builds have not finished, and no controller would record their results. Wait for them or cancel them while the controller runs, or delete them: taskpack list builds -A',
    ]);
    expect(removalMessages(unfinished(1), EVERYTHING)[0]).to.match(
      /^1 Build has not finished, and the cluster would delete/,
    );
    expect(removalMessages(unfinished(0), CONTROLLER)).to.deep.equal([]);
  });

  it('name the objects that the cluster would delete with the namespace, unless it is kept', () => {
    expect(removalMessages(only(COUNTS), CONTROLLER)).to.deep.equal([
      'the cluster would delete 2 Images, 1 Builder with the namespace taskpack. Move them to another namespace, or keep the namespace: taskpack uninstall --keep-namespace',
    ]);
    for (const scope of [KEPT_NAMESPACE, EVERYTHING]) expect(removalMessages(only(COUNTS), scope)).to.deep.equal([]);
  });
});

describe('removalMessages about other objects in the namespace', () => {
  it('name them, and how to keep them', () => {
    expect(removalMessages({ counts: COUNTS, contents: CONTENTS }, CONTROLLER)).to.deep.equal([
      'the cluster would delete 2 Images, 1 Builder, 2 Secrets, 1 PersistentVolumeClaim with the namespace taskpack. Move them to another namespace, or keep the namespace: taskpack uninstall --keep-namespace',
    ]);
    expect(removalMessages({ counts: COUNTS, contents: CONTENTS }, EVERYTHING)).to.deep.equal([
      'the cluster would delete 2 Secrets, 1 PersistentVolumeClaim with the namespace taskpack. Move them to another namespace, or keep the namespace: taskpack uninstall --keep-namespace --with-definitions',
    ]);
  });

  it('report kinds that the user may not list', () => {
    const inventory = { counts: [], contents: [{ kind: 'forbidden', name: 'Secret' }] } as const;
    expect(removalMessages(inventory, CONTROLLER)).to.deep.equal([
      'the cluster would delete each Secret with the namespace taskpack, and you may not list them there. Use an account that may, or keep the namespace: taskpack uninstall --keep-namespace',
    ]);
  });
});

function only(counts: readonly ObjectCount[]): RemovalInventory {
  return { counts, contents: [] };
}

function unfinished(count: number): RemovalInventory {
  return only([{ name: 'unfinished Build', inNamespace: 0, elsewhere: count }]);
}
