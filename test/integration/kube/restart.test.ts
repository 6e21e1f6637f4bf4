import { expect } from 'chai';
import { rejection } from '../registry/rejection.ts';
import { configMap, CONFIG_MAPS, connected, type Connected } from './connected.ts';
import { startKillableServer, type KillableServer } from './killable-server.ts';
import { mirrorOf } from './mirror.ts';

describe('an API server that is killed and comes back', function () {
  this.timeout(240_000);
  let server: KillableServer;
  let own: Connected;

  before(async function () {
    // The first run builds it.
    this.timeout(1_800_000);
    server = await startKillableServer();
    own = await connected(server.kubeconfig);
  });
  after(async () => {
    await own?.close();
    await server?.stop();
  });

  it('finds its mirrors up to date, and calls that wait for it succeed', async () => {
    const put = async (name: string, value: string): Promise<unknown> =>
      own.client.apply(CONFIG_MAPS, configMap('default', name, { v: value }));
    await put('kept', '1');
    await put('changed', '1');
    const mirror = mirrorOf(own.transport, 'default');
    try {
      await mirror.shows('kept=v:1', 'changed=v:1');
      await server.kill();
      const error = await rejection(
        own.client.get(CONFIG_MAPS, { namespace: 'default', name: 'kept' }, { retries: 0 }),
      );
      expect(['UNREACHABLE', 'NETWORK']).to.include((error as { code: string }).code);
      // Asked for while there is no server, for as long as it takes to start one.
      const waiting = own.client.get(CONFIG_MAPS, { namespace: 'default', name: 'kept' }, { retries: 20 });
      await server.start();
      expect((await waiting)['data']).to.deep.equal({ v: '1' });
      await put('changed', '2');
      await mirror.shows('kept=v:1', 'changed=v:2');
      expect(mirror.changes.filter((change) => change.endsWith(' kept'))).to.deep.equal(['added kept']);
    } finally {
      await mirror.stop();
    }
  });
});
