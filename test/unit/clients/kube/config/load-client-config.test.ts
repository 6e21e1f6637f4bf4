import { expect } from 'chai';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadClientConfig, type LoadOptions } from '../../../../../src/clients/kube/config/load-client-config.ts';
import { rejection } from '../../../../integration/registry/rejection.ts';

describe('loading the client config', () => {
  let folder: string;
  let time = 0;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-kube-'));
    time = Date.UTC(2026, 0, 1);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (file: string, content: string, mode = 0o600): string => {
    const place = path.join(folder, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, content, { mode });
    return place;
  };
  const kubeconfig = (user: object, cluster: object = {}): string =>
    write(
      'config',
      JSON.stringify({
        clusters: [{ name: 'c', cluster: { server: 'https://k8s.test:6443', ...cluster } }],
        users: [{ name: 'u', user }],
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
        'current-context': 'x',
      }),
    );
  const options = (rest: Partial<LoadOptions> = {}): LoadOptions => ({
    environment: { PATH: process.env['PATH'] },
    now: () => time,
    serviceAccountFolder: path.join(folder, 'none'),
    ...rest,
  });

  it('reads a kubeconfig', async () => {
    const file = kubeconfig(
      { 'client-certificate-data': base64('CERT'), 'client-key-data': base64('KEY') },
      { 'certificate-authority-data': base64('CA'), 'tls-server-name': 'other.test', 'insecure-skip-tls-verify': true },
    );
    const access = await loadClientConfig(options({ selection: { kubeconfig: file } }));
    expect(access.server.href).to.equal('https://k8s.test:6443/');
    expect(access.tls()).to.deep.equal({ ca: 'CA', servername: 'other.test', rejectUnauthorized: false });
    expect(await access.authentication.current()).to.deep.equal({ certificate: { cert: 'CERT', key: 'KEY' } });
  });

  it('sends no credentials to a server without TLS, such as kubectl proxy', async () => {
    const secrets = { token: 'abc', 'client-certificate-data': base64('CERT'), 'client-key-data': base64('KEY') };
    for (const user of [{}, { ...secrets, as: 'jane' }, { tokenFile: 'no/such/file' }, { exec: { command: 'none' } }]) {
      const file = kubeconfig(user, { server: 'http://127.0.0.1:8001' });
      const access = await loadClientConfig(options({ selection: { kubeconfig: file } }));
      expect(access.server.href).to.equal('http://127.0.0.1:8001/');
      expect(await access.authentication.current()).to.deep.equal({});
      expect(access.impersonation).to.deep.equal('as' in user ? { 'Impersonate-User': 'jane' } : {});
    }
  });

  const table: readonly (readonly [object, string])[] = [
    [{ token: 'abc' }, 'Bearer abc'],
    [{ username: 'jane', password: 'x' }, 'Basic amFuZTp4'],
  ];
  for (const [user, authorization] of table) {
    it(`authenticates with ${Object.keys(user).join(' and ')}`, async () => {
      const { authentication } = await loadClientConfig(options({ selection: { kubeconfig: kubeconfig(user) } }));
      expect(await authentication.current()).to.deep.equal({ authorization });
    });
  }

  it('trims a token file, and rereads it after a minute or a rejection', async () => {
    write('token', 'one\n');
    const { authentication } = await loadClientConfig(
      options({ selection: { kubeconfig: kubeconfig({ tokenFile: 'token', token: 'old' }) } }),
    );
    const current = async (): Promise<string | undefined> => (await authentication.current()).authorization;
    expect(await current()).to.equal('Bearer one');
    write('token', 'two\n');
    expect(await current()).to.equal('Bearer one');
    time += 60_000;
    expect(await current()).to.equal('Bearer two');
    write('token', 'three\n');
    authentication.invalidate(await authentication.current());
    expect(await current()).to.equal('Bearer three');
  });

  const users: readonly (readonly [string, object])[] = [
    ['a token', { token: 'abc' }],
    ['an exec plugin', { exec: { command: './login' } }],
  ];
  for (const [whose, user] of users) {
    it(`rereads the certificate authority after a minute, beside ${whose}`, async () => {
      write('login', '#!/bin/sh\necho \'{"kind":"ExecCredential","status":{"token":"abc"}}\'\n', 0o700);
      write('ca.crt', 'one');
      const file = kubeconfig(user, { 'certificate-authority': 'ca.crt' });
      const { tls, authentication } = await loadClientConfig(options({ selection: { kubeconfig: file } }));
      const authority = async (): Promise<string | undefined> => {
        await Promise.all([authentication.current(), authentication.current()]);
        return tls().ca;
      };
      expect(await authority()).to.equal('one');
      write('ca.crt', 'two');
      expect(await authority()).to.equal('one');
      time += 60_000;
      expect(await authority()).to.equal('two');
    });
  }

  it('runs an exec plugin again only after its credential expired or was rejected, and passes the cluster info', async () => {
    const script = `#!/bin/sh
echo "$KUBERNETES_EXEC_INFO" >> "${folder}/runs"
runs=0
while read -r line; do runs=$((runs + 1)); done < "${folder}/runs"
echo '{"kind":"ExecCredential","status":{"token":"t'$runs'","expirationTimestamp":"2026-01-01T01:00:00Z"}}'
`;
    write('login', script, 0o700);
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: './login', provideClusterInfo: true };
    const { authentication } = await loadClientConfig(options({ selection: { kubeconfig: kubeconfig({ exec }) } }));
    const current = async (): Promise<string | undefined> => (await authentication.current()).authorization;
    expect(await Promise.all([current(), current(), current()])).to.deep.equal(Array(3).fill('Bearer t1'));
    time += 59 * 60_000;
    expect(await current()).to.equal('Bearer t1');
    time += 60_000;
    // The credential has expired, and so will the next one: each call runs the plugin again.
    expect(await current()).to.equal('Bearer t2');
    time -= 60_000;
    expect(await current()).to.equal('Bearer t2');
    authentication.invalidate(await authentication.current());
    expect(await current()).to.equal('Bearer t3');
    const [said = ''] = readFileSync(path.join(folder, 'runs'), 'utf8').split('\n');
    expect(JSON.parse(said)).to.deep.equal({
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      spec: { interactive: false, cluster: { server: 'https://k8s.test:6443' } },
    });
  });

  const plugins: readonly (readonly [string, string, RegExp])[] = [
    ['fails', 'echo s3cr3t >&2; exit 3', /exits with status 3; run it by hand to see why$/],
    ['answers nonsense', 'echo s3cr3t', /does not print an ExecCredential$/],
    ['answers nothing', `echo '{"kind":"ExecCredential"}'`, /prints neither a token nor/],
  ];
  for (const [what, body, message] of plugins) {
    it(`reports that an exec plugin ${what}, without its output`, async () => {
      write('login', `#!/bin/sh\n${body}\n`, 0o700);
      const { authentication } = await loadClientConfig(
        options({ selection: { kubeconfig: kubeconfig({ exec: { command: './login' } }) } }),
      );
      const error = await rejection(authentication.current());
      expect(error).to.include({ code: 'CREDENTIALS' });
      expect(String(error)).to.match(message).and.not.include('s3cr3t');
    });
  }

  it('prints the install hint of an exec plugin', async () => {
    const exec = { command: 'no-such-plugin', installHint: 'brew install\n  it' };
    const { authentication } = await loadClientConfig(options({ selection: { kubeconfig: kubeconfig({ exec }) } }));
    expect(String(await rejection(authentication.current()))).to.match(
      /check that it is installed. The kubeconfig says: brew install it$/,
    );
  });

  it('finds the cluster of its own Pod', async () => {
    write('account/token', 'abc\n');
    write('account/ca.crt', 'CA');
    write('account/namespace', 'team\n');
    const environment = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };
    const access = await loadClientConfig(options({ environment, serviceAccountFolder: path.join(folder, 'account') }));
    expect(access.server.href).to.equal('https://[fd00::1]/');
    expect(access.namespace).to.equal('team');
    expect(access.tls()).to.deep.equal({ ca: 'CA' });
    expect(await access.authentication.current()).to.deep.equal({ authorization: 'Bearer abc' });
  });

  it("uses the cluster's proxy, else the environment's proxy for the scheme", async () => {
    const environment = { HTTP_PROXY: 'http://plain.test', https_proxy: 'http://tls.test', NO_PROXY: 'x' };
    const own = await loadClientConfig(
      options({ environment, selection: { kubeconfig: kubeconfig({}, { 'proxy-url': 'http://own.test' }) } }),
    );
    expect(own.proxy).to.deep.equal({ url: 'http://own.test' });
    const others = await loadClientConfig(options({ environment, selection: { kubeconfig: kubeconfig({}) } }));
    expect(others.proxy).to.deep.equal({ url: 'http://tls.test' });
  });

  const proxies: readonly (readonly [string, Readonly<Record<string, string>>, object, object])[] = [
    ['without a scheme', { HTTPS_PROXY: 'tls.test:3128' }, {}, { url: 'http://tls.test:3128' }],
    ['not for the loopback', { HTTPS_PROXY: 'socks5://x' }, { server: 'https://127.0.0.1:6443' }, {}],
    [
      'not for a network of NO_PROXY',
      { HTTPS_PROXY: 'tls.test', NO_PROXY: '172.30.0.0/16,.svc' },
      { server: 'https://172.30.0.1' },
      {},
    ],
    [
      'of the cluster for whatever it is the proxy of',
      { NO_PROXY: '*' },
      { server: 'https://127.0.0.1:6443', 'proxy-url': 'http://own.test' },
      { url: 'http://own.test' },
    ],
  ];
  for (const [what, environment, cluster, proxy] of proxies) {
    it(`uses a proxy ${what}`, async () => {
      const access = await loadClientConfig(
        options({ environment, selection: { kubeconfig: kubeconfig({}, cluster) } }),
      );
      expect(access.proxy).to.deep.equal(proxy);
    });
  }

  it('ignores missing files of KUBECONFIG, but not a missing --kubeconfig', async () => {
    const environment = { KUBECONFIG: `${folder}/none:${kubeconfig({ token: 'abc' })}` };
    expect((await loadClientConfig(options({ environment }))).server.host).to.equal('k8s.test:6443');
    const error = await rejection(loadClientConfig(options({ selection: { kubeconfig: `${folder}/none` } })));
    expect(String(error)).to.match(/none: the kubeconfig does not exist$/);
  });

  const failures: readonly (readonly [string, () => Partial<LoadOptions>, RegExp])[] = [
    [
      'no cluster',
      () => ({}),
      /^KubeError: kubeconfig: not found \(HOME and KUBECONFIG are not set\), .*--kubeconfig$/,
    ],
    [
      'no YAML',
      () => ({ selection: { kubeconfig: write('config', 'users: [s3cr3t\n') } }),
      /config: the kubeconfig is not valid YAML at line 2, column 1$/,
    ],
    [
      'a tab as indentation',
      () => ({ selection: { kubeconfig: write('config', 'users:\n\t- name: s3cr3t\n') } }),
      /config: the kubeconfig is not valid YAML at line 2, column 1; indent it with spaces, not with tabs$/,
    ],
    ...['', '{}', 'a: b', '{"name": "shop", "version": "1.0.0"}'].map(
      (content) =>
        [
          `a file with ${content || 'nothing'}`,
          () => ({ selection: { kubeconfig: write('config', content) } }),
          /config: the kubeconfig has no context: it is empty or another kind of file, .*--kubeconfig$/,
        ] as const,
    ),
    ['a list', () => ({ selection: { kubeconfig: write('config', '- s3cr3t\n') } }), /config: not a kubeconfig$/],
    [
      'a missing certificate',
      () => ({ selection: { kubeconfig: kubeconfig({ 'client-certificate': 'none.crt' }) } }),
      /the kubeconfig names the file .*none\.crt, which cannot be read$/,
    ],
    [
      'a server that is no URL',
      () => ({ selection: { kubeconfig: kubeconfig({}, { server: 'k8s' }) } }),
      /the server of its cluster is not an http or https URL: k8s$/,
    ],
    [
      'a SOCKS proxy',
      () => ({ selection: { kubeconfig: kubeconfig({}, { 'proxy-url': 'socks5://x' }) } }),
      /proxy-url of its cluster is not an http or https URL$/,
    ],
    [
      'a proxy that is no URL',
      () => ({ selection: { kubeconfig: kubeconfig({}, { 'proxy-url': 'http://me:s3cr3t@own test' }) } }),
      /proxy-url of its cluster is not an http or https URL$/,
    ],
    [
      'a SOCKS proxy of the environment',
      () => ({ selection: { kubeconfig: kubeconfig({}) }, environment: { HTTPS_PROXY: 'socks5://me:s3cr3t@x' } }),
      /^KubeError: HTTPS_PROXY: expected the URL of the proxy for https requests, such as http:\/\/proxy:3128$/,
    ],
  ];
  for (const [what, given, message] of failures) {
    it(`rejects ${what} and reports what to do`, async () => {
      const error = await rejection(loadClientConfig(options(given())));
      expect(String(error)).to.match(message).and.not.include('s3cr3t');
    });
  }

  it('rejects an empty token file', async () => {
    write('token', '\n');
    const { authentication } = await loadClientConfig(
      options({ selection: { kubeconfig: kubeconfig({ tokenFile: 'token' }) } }),
    );
    expect(await rejection(authentication.current())).to.include({ code: 'CREDENTIALS' });
  });
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
