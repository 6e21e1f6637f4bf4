import { expect } from 'chai';
import { secretsReader } from '../../../../src/cli/controller/secrets-reader.ts';
import type { KubeClient } from '../../../../src/kube/client/kube-client.ts';
import { KubeError, type KubeErrorCode } from '../../../../src/kube/kube-error.ts';

const BUILD = {
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'Build',
  metadata: { name: 'shop', namespace: 'team' },
  spec: { serviceAccountName: 'builder' },
};
const ACCOUNT = { secrets: [{ name: 'listed' }], imagePullSecrets: [{ name: 'pulling' }, { name: 'gone' }] };
const SECRETS: Readonly<Record<string, string>> = { listed: 'hunter-l', pulling: 'hunter-p', mounted: 'hunter-m' };

function client(fails: Readonly<Record<string, KubeErrorCode>>): Pick<KubeClient, 'get'> {
  return {
    get: async ({ plural, kind }, { name, namespace }) => {
      const code = fails[name] ?? (plural === 'secrets' && SECRETS[name] === undefined ? 'NOT_FOUND' : undefined);
      if (code !== undefined) throw new KubeError(code, `get ${plural} ${namespace}/${name}`, 'it cannot be had');
      const fields = plural === 'secrets' ? { stringData: { token: SECRETS[name] ?? '' } } : ACCOUNT;
      return { apiVersion: 'v1', kind, metadata: { name }, ...fields };
    },
  };
}

const read = async (fails: Readonly<Record<string, KubeErrorCode>> = {}) =>
  secretsReader(client(fails))(BUILD, ['mounted', 'gone'], new AbortController().signal);

describe('the Secrets of a Build, as its controller reads them', () => {
  it('are all that its workload mounts or its account lists', async () => {
    const secrets = await read();
    if (secrets.kind === 'unknown') throw new Error(secrets.why);
    expect(secrets.masks()('hunter-l hunter-p hunter-m shop')).to.equal('*** *** *** shop');
  });

  it('include none of an account that does not exist', async () => {
    const secrets = await read({ builder: 'NOT_FOUND' });
    if (secrets.kind === 'unknown') throw new Error(secrets.why);
    expect(secrets.masks()('hunter-l hunter-m')).to.equal('hunter-l ***');
  });

  for (const code of ['UNAVAILABLE', 'TIMED_OUT', 'NETWORK', 'FORBIDDEN', 'UNAUTHORIZED', 'RATE_LIMITED'] as const) {
    for (const name of ['builder', 'listed', 'mounted']) {
      it(`are unknown if reading ${name} fails with ${code}`, async () => {
        const secrets = await read({ [name]: code });
        expect(secrets.kind).to.equal('unknown');
        expect(secrets).to.have.property('why').that.contains(`team/${name}`);
      });
    }
  }

  it('are not read after the signal is aborted', async () => {
    const reading = secretsReader(client({ listed: 'NETWORK' }))(BUILD, [], AbortSignal.abort(new Error('stopped')));
    expect(await reading.catch((error: unknown) => String(error))).to.equal('Error: stopped');
  });
});
