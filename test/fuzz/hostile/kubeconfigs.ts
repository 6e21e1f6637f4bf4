import * as fc from 'fast-check';
import type { Json } from '../../../src/core/model/json.ts';
import { changedJson } from './hostile-json.ts';
import { damagedText } from './damaged-text.ts';

/** The secrets of all kubeconfigs. */
export const SECRETS = {
  token: 'token-of-the-user-1',
  password: 'password-of-the-user-2',
  key: 'private-key-of-the-user-3',
  execToken: 'token-of-the-plugin-4',
} as const;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

function kubeconfig(user: Json, cluster: Readonly<Record<string, Json>> = {}): Json {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:6443', ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'n' } }],
    'current-context': 'x',
  };
}

/** Kubeconfigs that run no program. `{folder}` stands for the folder of the file. */
const PLAIN: readonly Json[] = [
  kubeconfig({ token: SECRETS.token }),
  kubeconfig(
    { username: 'jane', password: SECRETS.password },
    { 'proxy-url': `http://u:${SECRETS.password}@proxy.test:1` },
  ),
  kubeconfig({ tokenFile: 'token', as: 'x', 'as-groups': ['g'], 'as-user-extra': { a: ['b'] } }),
  kubeconfig(
    { 'client-certificate-data': base64('CERT'), 'client-key-data': base64(SECRETS.key) },
    { 'certificate-authority-data': base64('CA'), 'tls-server-name': 'x.test' },
  ),
  kubeconfig({ 'client-certificate': 'config', 'client-key': '/none/key' }, { 'certificate-authority': '.' }),
  kubeconfig({}, { server: `ftp://jane:${SECRETS.password}@127.0.0.1/`, 'insecure-skip-tls-verify': true }),
  kubeconfig({
    'auth-provider': { name: 'oidc', config: { 'id-token': 'a.b.c', 'idp-issuer-url': 'http://127.0.0.1:1' } },
  }),
  kubeconfig({
    'auth-provider': { name: 'azure', config: { 'access-token': SECRETS.token, 'expires-on': '9999999999' } },
  }),
];

const answer = changedJson([
  {
    apiVersion: 'client.authentication.k8s.io/v1',
    kind: 'ExecCredential',
    status: { token: SECRETS.execToken, expirationTimestamp: '2030-01-01T00:00:00Z' },
  },
  {
    apiVersion: 'client.authentication.k8s.io/v1',
    kind: 'ExecCredential',
    status: { clientCertificateData: 'C', clientKeyData: SECRETS.key },
  },
]).map((json) => JSON.stringify(json));

/** The only program that cases run prints its argument. */
const PLUGIN = '/bin/echo';

const exec = fc
  .tuple(
    answer,
    fc.constantFrom('v1', 'v1beta1', ''),
    fc.constantFrom('Never', 'IfAvailable', 'Always', ''),
    fc.boolean(),
  )
  .map(([output, version, interactiveMode, provideClusterInfo]) =>
    kubeconfig({
      exec: {
        apiVersion: `client.authentication.k8s.io/${version}`,
        command: PLUGIN,
        // A longer argument would not start the program.
        args: ['-n', output.slice(0, 100_000).replaceAll('\0', '')],
        interactiveMode,
        provideClusterInfo,
        installHint: 'install \u001b[31mit\n\n' + 'h'.repeat(5_000),
      },
    }),
  );

/** The texts of kubeconfigs. A damaged one must not name another program, so kubeconfigs with a plugin stay whole. */
export const kubeconfigText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: changedJson(PLAIN).map((json) => JSON.stringify(json)) },
  {
    weight: 1,
    arbitrary: damagedText(fc.constantFrom(...PLAIN.slice(0, 6)).map((json) => JSON.stringify(json, undefined, 1))),
  },
  { weight: 1, arbitrary: exec.map((json) => JSON.stringify(json)) },
);
