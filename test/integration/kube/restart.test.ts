import { expect } from 'chai';
import { rejection } from '../registry/rejection.ts';
import { configMap, CONFIG_MAPS, connected, type Connected } from './connected.ts';
import { startKillableServer, type KillableServer } from './killable-server.ts';
import { mirrorOf } from './mirror.ts';

describe('a restart of a killed API server', function () {
  this.timeout(240_000);
  let server: KillableServer;
  let own: Connected;

  before(async function () {
    // The first run builds the API server.
    this.timeout(1_800_000);
    server = await startKillableServer();
    own = await connected(server.kubeconfig);
  });
  after(async () => {
    await own?.close();
    await server?.stop();
  });

  it('finds its caches up to date, and waiting calls succeed', async () => {
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
      // This request is sent while no server runs, and retried until the server has started.
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
