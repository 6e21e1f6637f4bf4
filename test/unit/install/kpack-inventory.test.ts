import { expect } from 'chai';
import { inventoryLines, kpackInventory } from '../../../src/install/kpack-inventory.ts';
import type { KubeObject } from '../../../src/clients/kube/client/kube-object.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { rejection } from '../../integration/registry/rejection.ts';
import { clusterOf } from './some-cluster.ts';

function named(kind: string, name: string, rest: JsonObject = {}): KubeObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind, metadata: { name, namespace: 'team' }, ...rest };
}

function build(name: string, succeeded: string): KubeObject {
  return named('Build', name, { status: { conditions: [{ type: 'Succeeded', status: succeeded }] } });
}

function claim(name: string, owner?: JsonObject): KubeObject {
  const ownerReferences = owner === undefined ? [] : [owner];
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name, namespace: 'team', ownerReferences } };
}

describe('kpackInventory', () => {
  it('counts what taskpack takes over, and prints what will happen to it', async () => {
    const objects = [
      named('Image', 'web'),
      build('web-build-1', 'True'),
      build('web-build-2', 'False'),
      build('web-build-3', 'Unknown'),
      named('Build', 'web-build-4'),
      named('SourceResolver', 'web-source'),
      named('SourceResolver', 'other-source'),
      claim('web-cache', { apiVersion: 'kpack.io/v1alpha2', kind: 'Image', name: 'web' }),
      claim('database', { apiVersion: 'example.com/v1', kind: 'Image', name: 'web' }),
      claim('without-owner'),
    ];
    const inventory = await kpackInventory(clusterOf(objects));
    expect(inventoryLines(inventory, 'deployment kpack/kpack-controller')).to.deep.equal([
      '1 Image: built again only if something changed since the newest Build',
      '2 finished Builds: kept; the next Builds continue the numbers',
      '2 unfinished Builds: let kpack finish before you stop kpack',
      '2 SourceResolvers: polled by taskpack',
      '1 cache claim: mounted by the next Build of the Image',
    ]);
    const withoutKpack = inventoryLines(inventory, undefined);
    expect(withoutKpack[2]).to.equal('2 unfinished Builds: run by taskpack');
    expect(withoutKpack.join('\n')).to.not.include('kpack finish');
  });

  it('prints nothing for a cluster without such objects or without their definitions', async () => {
    expect(inventoryLines(await kpackInventory(clusterOf([])), undefined)).to.deep.equal([]);
    expect(inventoryLines(await kpackInventory(clusterOf([], 'NOT_FOUND')), undefined)).to.deep.equal([]);
  });

  it('rejects without permission to count', async () => {
    expect(await rejection(kpackInventory(clusterOf([], 'FORBIDDEN')))).to.include({ code: 'FORBIDDEN' });
  });
});
