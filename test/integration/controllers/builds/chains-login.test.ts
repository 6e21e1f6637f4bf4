import { expect } from 'chai';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { succeeded } from './build-bed.ts';
import { buildSuite } from './build-suite.ts';
import { LOGIN, makeChainsAccount, signAsChains, signedRun } from './chains-account.ts';
import { deletePod, runWithDeletedPods } from './deleted-pods.ts';
import { SOME_REGISTRY, STEP_OUTCOME } from './some-registry.ts';

describe('Builds that Tekton Chains signs with the login of their ServiceAccount', function () {
  this.timeout(300_000);
  let confirmed: () => Promise<unknown> = twoSeconds;
  const { bed, builds, cluster, node } = buildSuite({
    namespace: 'chains-login',
    settings: { backend: 'tekton' },
    // A Build ends later than its TaskRun.
    registry: { ...SOME_REGISTRY, labels: async () => (await confirmed(), new Map<string, string>()) },
  });
  before(async () => makeChainsAccount(cluster().client, { name: 'publisher', namespace: bed().namespace }, {}));
  const podsOf = async (build: string): Promise<readonly string[]> =>
    (await cluster().client.list('v1', 'Pod', bed().namespace))
      .map(({ metadata }) => metadata.name)
      .filter((name) => name.startsWith(`${build}-`));

  it('get no other Pod while their account lists the login, whatever phase their Pod is deleted in', async () => {
    const { client } = cluster();
    const { namespace } = bed();
    await bed().create('hostile', { serviceAccountName: 'publisher' });
    await runWithDeletedPods(client, namespace, 'hostile', STEP_OUTCOME);
    expect(succeeded(await bed().end('hostile'))).to.include({ status: 'True' });
    const run = signedRun(client, namespace, 'hostile');
    await run.lists(LOGIN);
    await deletePod(client, { namespace, name: 'hostile-build-pod' });
    // Tekton's controller looks at the TaskRun again.
    await run.annotate({ 'chains.tekton.dev/retries': '0' });
    await sleep(1000);
    expect(await podsOf('hostile')).to.deep.equal([]);
    await run.annotate({ 'chains.tekton.dev/signed': 'true' });
    await run.lists();
    await builds().settled();
    expect(Object.keys(await run.annotations()).filter((key) => key.startsWith('taskpack.dev/chains'))).to.deep.equal(
      [],
    );
  });

  it('are signed, although Chains gives up before it has the login', async () => {
    // Without the login, Chains gives up, and only then the Build succeeds.
    const events = new EventEmitter();
    const givenUp = once(events, 'given up');
    confirmed = async () => givenUp;
    await bed().create('late', { serviceAccountName: 'publisher' });
    const its = await node('late');
    await its.accept();
    await its.start();
    await its.finish(STEP_OUTCOME);
    const run = signedRun(cluster().client, bed().namespace, 'late');
    await signAsChains(run, () => events.emit('given up'));
    expect(succeeded(await bed().end('late'))).to.include({ status: 'True' });
    await run.lists();
  });
});

async function twoSeconds(): Promise<unknown> {
  return sleep(2000);
}
