import { expect } from 'chai';
import type { KubeObject } from '../../../src/clients/kube/client/kube-object.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { architectureSelectorLines } from '../../../src/install/architecture-selectors.ts';
import { rejection } from '../../integration/registry/rejection.ts';
import { clusterOf } from './some-cluster.ts';

const SELECTOR = { nodeSelector: { 'kubernetes.io/arch': 'arm64' } };

function object(kind: string, name: string, spec: JsonObject, succeeded = 'Unknown'): KubeObject {
  const status = { conditions: [{ type: 'Succeeded', status: succeeded }] };
  return { apiVersion: 'kpack.io/v1alpha2', kind, metadata: { name, namespace: 'team' }, spec, status };
}

describe('architectureSelectorLines', () => {
  it('names Images and unfinished Builds that kpack 0.18 refuses', async () => {
    const client = clusterOf([
      object('Image', 'web', { build: SELECTOR }),
      object('Image', 'shop', { build: { nodeSelector: { pool: 'builds' } } }),
      object('Build', 'web-build-1', SELECTOR, 'True'),
      object('Build', 'web-build-2', SELECTOR),
      object('Build', 'shop-build-1', {}),
    ]);
    expect(await architectureSelectorLines(client)).to.deep.equal([
      'with kubernetes.io/arch in the node selector: Image team/web, Build team/web-build-2. kpack 0.18 refuses these objects: before you go back to kpack, remove the key from Images, and let Builds finish, because they cannot change',
    ]);
  });

  it('is silent without such objects, and without definitions', async () => {
    expect(await architectureSelectorLines(clusterOf([object('Image', 'shop', {})]))).to.deep.equal([]);
    expect(await architectureSelectorLines(clusterOf([], 'NOT_FOUND'))).to.deep.equal([]);
    expect(await rejection(architectureSelectorLines(clusterOf([], 'FORBIDDEN')))).to.include({ code: 'FORBIDDEN' });
  });
});
