import { expect } from 'chai';
import { networkDispatchers } from '../../../../src/cli/controller/network-dispatchers.ts';
import type { BuildNetwork } from '../../../../src/model/build-network.ts';

const CLUSTER: BuildNetwork = { proxies: {} };

describe('the dispatchers of networks', () => {
  it('are shared by namespaces with the same network, and stay the same', async () => {
    const shared: BuildNetwork = { proxies: { NO_PROXY: 'a' } };
    const networks: Readonly<Record<string, BuildNetwork>> = { one: shared, two: shared, other: { proxies: {} } };
    const { keyOf, get, destroy } = networkDispatchers(
      {},
      {
        ofBuilds: () => ({ network: CLUSTER, problems: [] }),
        ofController: (namespace) => networks[namespace ?? ''] ?? CLUSTER,
      },
    );
    const [one, two, other, cluster] = [keyOf('one'), keyOf('two'), keyOf('other'), keyOf(undefined)];
    expect(one).to.equal(two);
    expect(new Set([one, other, cluster]).size).to.equal(3);
    expect(get(one)).to.equal(get(two));
    expect(get(other)).to.not.equal(get(one));
    expect(get()).to.equal(get(cluster));
    expect(get('unknown')).to.equal(get(cluster));
    await destroy();
  });

  it('keep their keys when there are more networks than dispatchers', async () => {
    const many = Array.from({ length: 150 }, (_, index): BuildNetwork => ({ proxies: { NO_PROXY: `${index}` } }));
    const { keyOf, get, destroy } = networkDispatchers(
      {},
      {
        ofBuilds: () => ({ network: CLUSTER, problems: [] }),
        ofController: (namespace) => many[Number(namespace)] ?? CLUSTER,
      },
    );
    const keys = many.map((_, index) => keyOf(`${index}`));
    for (const key of keys) get(key);
    expect(many.map((_, index) => keyOf(`${index}`))).to.deep.equal(keys);
    expect(get(keys[0])).to.equal(get(keys[0]));
    await destroy();
  });
});
