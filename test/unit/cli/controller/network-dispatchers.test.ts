import { expect } from 'chai';
import { networkDispatchers, type NetworkDispatchers } from '../../../../src/cli/controller/network-dispatchers.ts';
import type { BuildNetwork } from '../../../../src/core/model/build-network.ts';
import { CORPORATE_CA, TEAM_CA } from '../../../support/authorities.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const CLUSTER: BuildNetwork = { proxies: {} };

type Dispatcher = Awaited<ReturnType<NetworkDispatchers['get']>>;

/** Returns a network whose certificates have a million characters. */
function large(index: number): BuildNetwork {
  return { certificates: CORPORATE_CA.padEnd(1_000_000 + index, '\n'), proxies: {} };
}

function small(index: number): BuildNetwork {
  return { proxies: { NO_PROXY: `${index}` } };
}

describe('the dispatchers of networks', () => {
  let clock: VirtualClock;
  let networks: Record<string, BuildNetwork>;
  let dispatchers: NetworkDispatchers;

  beforeEach(() => {
    clock = new VirtualClock();
    networks = {};
    const ofController = (namespace?: string): BuildNetwork => networks[namespace ?? ''] ?? CLUSTER;
    dispatchers = networkDispatchers({}, { ofController }, clock);
  });
  afterEach(async () => dispatchers.destroy());

  it('are shared by namespaces with equal networks, and stay the same', async () => {
    const { keyOf, get } = dispatchers;
    Object.assign(networks, {
      one: { certificates: TEAM_CA, proxies: {} },
      two: { certificates: TEAM_CA, proxies: {} },
      other: { certificates: CORPORATE_CA, proxies: {} },
    });
    const [one, two, other, cluster] = [keyOf('one'), keyOf('two'), keyOf('other'), keyOf(undefined)];
    expect(one).to.equal(two);
    expect(keyOf('none')).to.equal(cluster);
    expect(new Set([one, other, cluster]).size).to.equal(3);
    expect(await get(one)).to.equal(await get(two));
    expect(await get(other)).to.not.equal(await get(one));
    expect(await get()).to.equal(await get(cluster));
    expect(await get('unknown')).to.equal(await get(cluster));
  });

  it('keep their keys when there are more networks than dispatchers', async () => {
    const { keyOf, get } = dispatchers;
    for (let index = 0; index < 150; index += 1) networks[index] = { proxies: { NO_PROXY: `${index}` } };
    const keys = Object.keys(networks).map(keyOf);
    for (const key of keys) await get(key);
    expect(Object.keys(networks).map(keyOf)).to.deep.equal(keys);
    expect(await get(keys[0])).to.equal(await get(keys[0]));
  });

  it('are the 100 that were used last, or fewer if their certificates have more than 16,000,000 characters', async () => {
    const { keyOf, get } = dispatchers;
    const firstIsKeptAfter = async (others: readonly BuildNetwork[]): Promise<boolean> => {
      networks['first'] = { proxies: { NO_PROXY: 'first' } };
      const first = await get(keyOf('first'));
      for (const [index, network] of others.entries()) {
        networks[`other-${index}`] = network;
        await get(keyOf(`other-${index}`));
      }
      return (await get(keyOf('first'))) === first;
    };
    expect(await firstIsKeptAfter(Array.from({ length: 99 }, (_, index) => small(index)))).to.equal(true);
    expect(await firstIsKeptAfter(Array.from({ length: 100 }, (_, index) => small(index)))).to.equal(false);
    expect(await firstIsKeptAfter(Array.from({ length: 15 }, (_, index) => large(index)))).to.equal(true);
    expect(await firstIsKeptAfter(Array.from({ length: 17 }, (_, index) => large(index)))).to.equal(false);
  });

  it('are few for a namespace that changes its network without end', async () => {
    const seen: Dispatcher[] = [];
    for (let index = 0; index < 50; index += 1) {
      networks['team'] = { certificates: `# ${index}\n${TEAM_CA}`, proxies: {} };
      seen.push(await dispatchers.of('team'));
    }
    expect(new Set(seen).size).to.equal(50);
    await clock.advance(0);
    expect(await destroyed(seen)).to.equal(47);
    await clock.advance(60_000);
    expect(await destroyed(seen)).to.equal(49);
    expect(clock.pending()).to.equal(0);
  });

  it('let running requests of a former network end for a minute', async () => {
    networks['team'] = { certificates: TEAM_CA, proxies: {} };
    const former = await dispatchers.of('team');
    networks['team'] = { certificates: CORPORATE_CA, proxies: {} };
    await dispatchers.of('team');
    await clock.advance(59_000);
    expect(await destroyed([former])).to.equal(0);
    await clock.advance(1_000);
    expect(await destroyed([former])).to.equal(1);
  });

  it('stay while another namespace has the network', async () => {
    networks['one'] = { certificates: TEAM_CA, proxies: {} };
    networks['two'] = { certificates: TEAM_CA, proxies: {} };
    const shared = await dispatchers.of('one');
    expect(await dispatchers.of('two')).to.equal(shared);
    networks['one'] = CLUSTER;
    await dispatchers.of('one');
    await clock.advance(120_000);
    expect(await destroyed([shared])).to.equal(0);
    expect(await dispatchers.of('two')).to.equal(shared);
  });

  it('are found again when a namespace returns to an earlier network', async () => {
    const earlier: BuildNetwork = { certificates: TEAM_CA, proxies: {} };
    networks['team'] = earlier;
    await dispatchers.of('team');
    networks['team'] = { certificates: CORPORATE_CA, proxies: {} };
    await dispatchers.of('team');
    networks['team'] = earlier;
    const again = await dispatchers.of('team');
    await clock.advance(120_000);
    expect(again).not.to.equal(await dispatchers.get());
    expect(await destroyed([again])).to.equal(0);
  });
});

/** Counts the dispatchers that refuse a request because they are destroyed. */
async function destroyed(dispatchers: readonly Dispatcher[]): Promise<number> {
  const errors = await Promise.all(
    dispatchers.map(async (dispatcher) =>
      dispatcher
        .request({ origin: 'http://127.0.0.1:1', path: '/', method: 'GET' })
        .then(String, (error: unknown) => (error as { readonly code?: string }).code),
    ),
  );
  return errors.filter((code) => code === 'UND_ERR_DESTROYED').length;
}
