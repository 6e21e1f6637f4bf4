import { expect } from 'chai';
import type { ObjectCount } from '../../../src/install/object-counts.ts';
import { removalLines, removalMessages } from '../../../src/install/removal-effects.ts';
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
  { name: 'cache claim', inNamespace: 0, elsewhere: 2 },
];

describe('removalLines', () => {
  it('counts the objects of each kind, with the effect on them', () => {
    const kept = ['3 finished Builds: kept', '2 cache claims: kept'];
    expect(removalLines(COUNTS, CONTROLLER)).to.deep.equal([
      '1 Image: kept, and not built any more',
      ...kept,
      '2 Images in the namespace taskpack: deleted with the namespace',
      '1 Builder in the namespace taskpack: deleted with the namespace',
    ]);
    expect(removalLines(COUNTS, KEPT_NAMESPACE)).to.deep.equal([
      '3 Images: kept, and not built any more',
      '3 finished Builds: kept',
      '1 Builder: kept',
      '2 cache claims: kept',
    ]);
    expect(removalLines(COUNTS, EVERYTHING)).to.deep.equal([
      '3 Images: deleted with the definitions',
      '3 finished Builds: deleted with the definitions',
      '1 Builder: deleted with the definitions',
      '2 cache claims: deleted with the Images',
    ]);
  });
});

describe('removalMessages', () => {
  it('count the Builds that a removal would interrupt', () => {
    expect(removalMessages(unfinished(2), CONTROLLER)).to.deep.equal([
      '2 Builds have not finished, and no controller would record their results. Wait for them, or cancel them: taskpack list builds -A',
    ]);
    expect(removalMessages(unfinished(1), EVERYTHING)[0]).to.match(
      /^1 Build has not finished, and the cluster would delete/,
    );
    expect(removalMessages(unfinished(0), CONTROLLER)).to.deep.equal([]);
  });

  it('name the objects that the cluster would delete with the namespace, unless it is kept', () => {
    expect(removalMessages(COUNTS, CONTROLLER)).to.deep.equal([
      'the cluster would delete 2 Images, 1 Builder with the namespace taskpack. Move them to another namespace, or keep the namespace: taskpack uninstall --keep-namespace',
    ]);
    for (const scope of [KEPT_NAMESPACE, EVERYTHING]) expect(removalMessages(COUNTS, scope)).to.deep.equal([]);
  });
});

function unfinished(count: number): readonly ObjectCount[] {
  return [{ name: 'unfinished Build', inNamespace: 0, elsewhere: count }];
}
