import { expect } from 'chai';
import { secretsReader } from '../../../../src/cli/controller/secrets-reader.ts';
import type { KubeClient } from '../../../../src/clients/kube/client/kube-client.ts';
import { KubeError, type KubeErrorCode } from '../../../../src/clients/kube/kube-error.ts';

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

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function manyNames(count: number): readonly (readonly [string, string])[] {
  return Array.from({ length: count }, (_, place) => [`registry-${place}`, ''] as const);
}

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

  const tooLarge: Readonly<Record<string, readonly [Readonly<Record<string, string>>, RegExp]>> = {
    'more than 1 MiB': [{ a: base64('x'.repeat(1024 * 1024)) }, /^they have more than 1048576 bytes in base64$/],
    'more than 500 values': [
      Object.fromEntries(Array.from({ length: 501 }, (_, place) => [`key-${place}`, base64(`value-${place}`)])),
      /^they have more than 500 values$/,
    ],
    'a docker config of more than 10,000 list items and fields': [
      { '.dockerconfigjson': base64(JSON.stringify({ auths: Object.fromEntries(manyNames(10_000)) })) },
      /^one has JSON with more than 10000 list items and fields$/,
    ],
  };
  for (const [what, [data, why]] of Object.entries(tooLarge)) {
    it(`are unknown, and no further one is read, if a Secret has ${what}`, async () => {
      const asked: string[] = [];
      const large: Pick<KubeClient, 'get'> = {
        get: async ({ kind }, { name }) => {
          asked.push(name);
          return { apiVersion: 'v1', kind, metadata: { name }, ...(name === 'builder' ? ACCOUNT : { data }) };
        },
      };
      const secrets = await secretsReader(large)(BUILD, ['mounted', 'other'], new AbortController().signal);
      expect(secrets).to.have.property('why').that.matches(why);
      expect(asked).to.deep.equal(['builder', 'mounted']);
    });
  }

  it('are not read after the signal is aborted', async () => {
    const reading = secretsReader(client({ listed: 'NETWORK' }))(BUILD, [], AbortSignal.abort(new Error('stopped')));
    expect(await reading.catch((error: unknown) => String(error))).to.equal('Error: stopped');
  });
});
