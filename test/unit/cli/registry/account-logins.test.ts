import { expect } from 'chai';
import { readObjects } from '../../../../src/core/api/read-objects.ts';
import { accountLogins, type AccountLogins } from '../../../../src/cli/registry/account-logins.ts';
import { rejection } from '../../../integration/registry/rejection.ts';
import { someAccount, someSecret } from '../../../support/documents.ts';

const IMAGE = { registry: 'r.example', repository: 'tools/app' };
const USER = { kind: 'password', username: 'ada', password: 'lovelace' };
const AUTHS = { 'r.example': { auth: base64('ada:lovelace') } };
const CONFIG = JSON.stringify({ auths: AUTHS });

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function logins(documents: readonly { readonly value: unknown }[], namespace?: string): readonly AccountLogins[] {
  const { objects, problems } = readObjects(documents);
  expect(problems).to.deep.equal([]);
  return accountLogins(objects, namespace);
}

/** The metadata that `kubectl get -o yaml` adds to an object. */
const STORED = {
  creationTimestamp: '2026-01-02T03:04:05Z',
  resourceVersion: '12',
  uid: 'c0ffee',
  namespace: 'team',
  managedFields: [{ manager: 'kubectl', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }],
};

describe('the logins of ServiceAccounts in files', () => {
  const forms: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    'a docker config in base64': {
      type: 'kubernetes.io/dockerconfigjson',
      data: { '.dockerconfigjson': base64(CONFIG) },
    },
    'a docker config as text': { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': CONFIG } },
    'a legacy docker config': {
      type: 'kubernetes.io/dockercfg',
      data: { '.dockercfg': base64(JSON.stringify(AUTHS)) },
    },
    'a text that replaces a value in base64, as in the API server': {
      type: 'kubernetes.io/dockerconfigjson',
      data: { '.dockerconfigjson': base64('{}') },
      stringData: { '.dockerconfigjson': CONFIG },
    },
  };
  for (const [form, fields] of Object.entries(forms)) {
    for (const field of ['secrets', 'imagePullSecrets']) {
      it(`are read from ${form} in ${field}`, async () => {
        const [login] = logins([someAccount({ [field]: [{ name: 'login' }] }), someSecret('login', fields)]);
        expect(login?.account).to.equal('default');
        expect(await login?.keychain(IMAGE)).to.deep.equal(USER);
        expect(await login?.keychain({ ...IMAGE, registry: 'other.example' })).to.equal(undefined);
      });
    }
  }

  it('are read from an annotated basic-auth Secret in secrets alone', async () => {
    const secret = someSecret(
      'login',
      { type: 'kubernetes.io/basic-auth', stringData: { username: 'ada', password: 'lovelace' } },
      { 'kpack.io/docker': 'https://r.example' },
    );
    const [own] = logins([someAccount({ secrets: [{ name: 'login' }] }), secret]);
    expect(await own?.keychain(IMAGE)).to.deep.equal(USER);
    const [pull] = logins([someAccount({ imagePullSecrets: [{ name: 'login' }] }), secret]);
    expect(await pull?.keychain(IMAGE)).to.equal(undefined);
  });

  it('are read from a List of kubectl', async () => {
    const account = {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'builder', ...STORED },
      imagePullSecrets: [{ name: 'login' }],
    };
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login', ...STORED },
      type: 'kubernetes.io/dockerconfigjson',
      data: { '.dockerconfigjson': base64(CONFIG) },
    };
    const value = { apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items: [secret, account] };
    const [login] = logins([{ value }]);
    expect(login?.account).to.equal('team/builder');
    expect(await login?.keychain(IMAGE)).to.deep.equal(USER);
  });

  it('are those of the namespace, and -n is the namespace of objects without one', async () => {
    const fields = { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': CONFIG } };
    const account = someAccount({ imagePullSecrets: [{ name: 'login' }] }, { namespace: 'team' });
    expect(logins([account, someSecret('login', fields)])).to.deep.equal([]);
    expect(logins([account, someSecret('login', fields)], 'team')).to.have.length(1);
    expect(logins([someAccount(), someSecret('login', fields)])).to.deep.equal([]);
  });

  it('reject with the name of a Secret that is not a docker config', async () => {
    const secret = someSecret('login', {
      type: 'kubernetes.io/dockerconfigjson',
      data: { '.dockerconfigjson': 'ENC[x]' },
    });
    const [login] = logins([someAccount({ imagePullSecrets: [{ name: 'login' }] }), secret]);
    const error = await rejection(login?.keychain(IMAGE) ?? Promise.resolve());
    expect(error).to.include({ code: 'CREDENTIALS' });
    expect(String(error)).to.match(/Secret default\/login: not a valid docker config/);
  });
});
