import { expect } from 'chai';
import { removalLines, removalMessages } from '../../../src/install/removal-effects.ts';
import { removalInventory, type RemovalInventory } from '../../../src/install/removal-inventory.ts';
import type { RemovalScope } from '../../../src/install/removal.ts';
import type { KubeObject } from '../../../src/kube/client/kube-object.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { clusterOf } from './some-cluster.ts';

const CONTROLLER: RemovalScope = { definitions: 'kept', namespace: 'deleted' };
const KEPT_NAMESPACE: RemovalScope = { definitions: 'kept', namespace: 'kept' };
const EVERYTHING: RemovalScope = { definitions: 'deleted', namespace: 'deleted' };

const NOTHING = {
  images: 0,
  finishedBuilds: 0,
  unfinishedBuilds: 0,
  builders: 0,
  buildpacks: 0,
  sourceResolvers: 0,
  cacheClaims: 0,
};

const INVENTORY: RemovalInventory = {
  elsewhere: { ...NOTHING, images: 1, finishedBuilds: 3, cacheClaims: 2 },
  inNamespace: { ...NOTHING, images: 2, builders: 1 },
};

describe('removalInventory', () => {
  it('counts the objects in the namespace of the controller apart from all others', async () => {
    const finished = { status: { conditions: [{ type: 'Succeeded', status: 'True' }] } };
    const objects = [
      named('Image', 'team'),
      named('Image', 'taskpack'),
      named('Build', 'team', finished),
      named('Build', 'taskpack'),
      named('Builder', 'taskpack'),
      named('Buildpack', 'team'),
    ];
    expect(await removalInventory(clusterOf(objects))).to.deep.equal({
      elsewhere: { ...NOTHING, images: 1, finishedBuilds: 1, buildpacks: 1 },
      inNamespace: { ...NOTHING, images: 1, unfinishedBuilds: 1, builders: 1 },
    });
  });
});

describe('removalLines', () => {
  it('counts the objects of each kind, with the effect on them', () => {
    const kept = ['3 finished Builds: kept', '2 cache claims: kept'];
    expect(removalLines(INVENTORY, CONTROLLER)).to.deep.equal([
      '1 Image: kept, and not built any more',
      ...kept,
      '2 Images in the namespace taskpack: deleted with the namespace',
      '1 Builder in the namespace taskpack: deleted with the namespace',
    ]);
    expect(removalLines(INVENTORY, KEPT_NAMESPACE)).to.deep.equal([
      '3 Images: kept, and not built any more',
      '3 finished Builds: kept',
      '1 Builder: kept',
      '2 cache claims: kept',
    ]);
    expect(removalLines(INVENTORY, EVERYTHING)).to.deep.equal([
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
    expect(removalMessages(INVENTORY, CONTROLLER)).to.deep.equal([
      'the cluster would delete 2 Images, 1 Builder with the namespace taskpack. Move them to another namespace, or keep the namespace: taskpack uninstall --keep-namespace',
    ]);
    for (const scope of [KEPT_NAMESPACE, EVERYTHING]) expect(removalMessages(INVENTORY, scope)).to.deep.equal([]);
  });
});

function unfinished(count: number): RemovalInventory {
  return { elsewhere: { ...NOTHING, unfinishedBuilds: count }, inNamespace: NOTHING };
}

function named(kind: string, namespace: string, rest: JsonObject = {}): KubeObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind, metadata: { name: 'one', namespace }, ...rest };
}
