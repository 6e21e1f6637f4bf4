import { expect } from 'chai';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeRedaction } from '../../../../src/clients/http/redaction.ts';
import {
  readRegistrySecrets,
  joinCredentials,
  readPullSecrets,
} from '../../../../src/steps/prepare/registry/credentials.ts';
import { PrepareError } from '../../../../src/core/model/step-failures/step-error.ts';
import { writeDockerConfig } from '../../../../src/steps/prepare/registry/docker-config.ts';
import { findCredential } from '../../../../src/clients/registry/client/credentials/keychain.ts';
import { buildVariables, writeEnvironment } from '../../../../src/steps/prepare/environment.ts';
import { makeWorkspace, type Workspace } from '../../../support/workspace.ts';

function auth(text: string): string {
  return Buffer.from(text).toString('base64');
}

// Known bug: variable-cut-at-equals-sign.
describe('prepare: the files for the lifecycle', () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = makeWorkspace();
  });
  afterEach(() => workspace.remove());
  const at = (...names: readonly string[]): string => path.join(workspace.path, ...names);

  it('contain variables unchanged', async () => {
    const values = ['a=b=c', 'two\nlines\n', ' blank ', '', 'Grüße 👋', '$(HOME) $X "\'`'];
    await writeEnvironment(
      workspace.path,
      values.map((value, index) => ({ name: `V${index}`, value })),
    );
    values.forEach((value, index) => expect(readFileSync(at('env', `V${index}`), 'utf8')).to.equal(value));
  });

  it("prefer the Build's variables to the source's, and omit variables that the kubelet did not set", async () => {
    const environment = { PLATFORM_ENV_B: 'from the kubelet' };
    const inputs = [
      { name: 'A', value: 'build' },
      { name: 'B', from: 'PLATFORM_ENV_B' },
      { name: 'C', from: 'PLATFORM_ENV_C' },
    ];
    const variables = await buildVariables(inputs, { environment });
    await writeEnvironment(workspace.path, [
      { name: 'A', value: 'source' },
      { name: 'D', value: 'source' },
      ...variables,
    ]);
    const found = ['A', 'B', 'D'].map((name) => readFileSync(at('env', name), 'utf8'));
    expect(found).to.deep.equal(['build', 'from the kubelet', 'source']);
    expect(variables.map(({ name }) => name)).to.deep.equal(['A', 'B']);
  });

  it('contain the values of Secrets byte for byte, and omit optional ones that are missing', async () => {
    const bytes = Buffer.from([0x24, 0x28, 0x41, 0x29, 0x0a, 0xff, 0xfe]);
    workspace.write({ 'secrets/db/password': bytes });
    const directory = at('secrets/db');
    const variables = await buildVariables(
      [
        { name: 'A', secret: { path: directory, key: 'password' } },
        { name: 'B', secret: { path: directory, key: 'missing', optional: true } },
        { name: 'C', secret: { path: at('secrets/missing'), key: 'missing', optional: true } },
      ],
      { environment: {} },
    );
    await writeEnvironment(workspace.path, variables);
    expect(readdirSync(at('env'))).to.deep.equal(['A']);
    expect(readFileSync(at('env/A')).equals(bytes)).to.equal(true);
  });

  for (const [title, content, code, words] of [
    [
      'is missing',
      undefined,
      'VariableMissing',
      'the variable A has no value, because the Secret db or its key password',
    ],
    [
      'contains a NUL character',
      'a\0b',
      'VariableInvalid',
      'the key password of the Secret db contains a NUL character',
    ],
  ] as const) {
    it(`refuse a key of a Secret that ${title}, without its value in the message`, async () => {
      workspace.write({ 'secrets/db/other': 'x', ...(content !== undefined && { 'secrets/db/password': content }) });
      const inputs = [{ name: 'A', secret: { path: at('secrets/db'), key: 'password' } }];
      const error: unknown = await buildVariables(inputs, { environment: {} }).catch((caught: unknown) => caught);
      expect(error).to.be.instanceOf(PrepareError).with.property('code', code);
      expect((error as PrepareError).message)
        .to.include(words)
        .and.not.include('a\0b');
    });
  }

  for (const name of ['', '.', '..', '../x', 'a/b', 'a=b', 'a\nb', 'x'.repeat(256)]) {
    it(`refuse the variable name ${JSON.stringify(name.slice(0, 10))}`, async () => {
      const error: unknown = await writeEnvironment(workspace.path, [{ name, value: '' }]).catch(
        (caught: unknown) => caught,
      );
      expect(error).to.be.instanceOf(PrepareError).with.property('code', 'VariableInvalid');
    });
  }

  it('contain one credential for each registry: the first, with basic-auth Secrets before docker configs', async () => {
    workspace.write({
      'basic/username': 'one',
      'basic/password': 'p1',
      'json/.dockerconfigjson': JSON.stringify({
        auths: {
          'https://r.example/v2/': { auth: auth('two:p2') },
          'r.example/team': { auth: auth('team:p2') },
          'q.example/team': { auth: auth('two:p2') },
        },
        credHelpers: { 'x.example': 'evil' },
      }),
      'cfg/.dockercfg': JSON.stringify({
        'q.example': { username: 'three', password: 'p3' },
        'docker.io': { auth: auth('hub:p') },
      }),
      'pull/.dockerconfigjson': JSON.stringify({
        auths: { 'q.example': { auth: auth('four:p4') }, '*.cloud.example': { auth: auth('five:p5') } },
      }),
    });
    const own = await readRegistrySecrets(
      [
        { kind: 'dockerconfigjson', path: at('json') },
        { kind: 'dockercfg', path: at('cfg') },
        { kind: 'basic', server: 'r.example', path: at('basic') },
      ],
      makeRedaction(),
    );
    const all = joinCredentials(own, await readPullSecrets([at('pull')], makeRedaction()));
    const logins = ['a.cloud.example', 'r.example'].map((registry) => {
      const image = { registry, repository: 'app' };
      return [registry, { credential: findCredential([all], image)?.credential, images: [image] }] as const;
    });
    await writeDockerConfig(at('home'), all, new Map(logins), []);
    expect(JSON.parse(readFileSync(at('home/config.json'), 'utf8'))).to.deep.equal({
      auths: {
        'r.example': { auth: auth('one:p1') },
        'q.example/team': { auth: auth('two:p2') },
        'q.example': { auth: auth('three:p3') },
        'https://index.docker.io/v1/': { auth: auth('hub:p') },
        '*.cloud.example': { auth: auth('five:p5') },
        'a.cloud.example': { auth: auth('five:p5') },
      },
    });
    expect(statSync(at('home/config.json')).mode & 0o777).to.equal(0o600);
  });

  it('report an invalid docker config without its content', async () => {
    workspace.write({ 'json/.dockerconfigjson': '{"auths": {"r": {"auth": "hidden-word"}' });
    const error: unknown = await readPullSecrets([at('json')], makeRedaction()).catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(PrepareError).with.property('code', 'CredentialsInvalid');
    expect((error as PrepareError).message)
      .to.include('Secret json')
      .and.not.to.include('hidden-word');
  });
});
