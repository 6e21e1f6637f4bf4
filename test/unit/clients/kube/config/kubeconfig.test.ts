import { expect } from 'chai';
import { selectContext } from '../../../../../src/clients/kube/config/select-context.ts';
import { impersonationHeaders, mergeKubeconfigs } from '../../../../../src/clients/kube/config/kubeconfig.ts';
import { kubeconfigFiles } from '../../../../../src/clients/kube/config/kubeconfig-files.ts';
import { parseKubeconfig } from '../../../../../src/clients/kube/config/parse-kubeconfig.ts';

const config = (name: string, server: string, current?: string): unknown => ({
  clusters: [{ name, cluster: { server } }],
  users: [{ name, user: { token: server } }],
  contexts: [{ name, context: { cluster: name, user: name, namespace: 'team' } }],
  ...(current !== undefined && { 'current-context': current }),
});
const read = (document: unknown): ReturnType<typeof parseKubeconfig> =>
  parseKubeconfig(document, '/home/me/.kube/config');

describe('the search path of kubeconfigs', () => {
  const environment = { KUBECONFIG: ':/a::/b:', HOME: '/home/me' };
  const table: readonly (readonly [string | undefined, Record<string, string>, readonly string[]])[] = [
    ['/x', environment, ['/x']],
    [undefined, environment, ['/a', '/b']],
    [undefined, { HOME: '/home/me' }, ['/home/me/.kube/config']],
    [undefined, { KUBECONFIG: '', HOME: '/home/me' }, ['/home/me/.kube/config']],
    [undefined, {}, []],
  ];
  for (const [explicit, env, files] of table) {
    it(`--kubeconfig ${explicit} and ${JSON.stringify(env)}: ${files.join(', ') || 'nowhere'}`, () => {
      expect(kubeconfigFiles(explicit, env)).to.deep.equal({ files, areRequired: explicit !== undefined });
    });
  }
});

describe('several kubeconfigs', () => {
  it('are merged; the first file wins', () => {
    const merged = mergeKubeconfigs(
      [config('a', 'https://1'), config('a', 'https://2', 'a'), config('b', 'https://3', 'b')].map(read),
    );
    expect(merged.currentContext).to.equal('a');
    expect(merged.clusters.get('a')?.server).to.equal('https://1');
    expect(merged.users.get('a')?.token).to.equal('https://1');
    expect([...merged.contexts.keys()]).to.have.members(['a', 'b']);
  });
});

describe('a kubeconfig', () => {
  it('resolves files relative to its folder, and commands in PATH unless they are paths', () => {
    const { clusters, users } = read({
      clusters: [{ name: 'c', cluster: { 'certificate-authority': 'ca.crt' } }],
      users: [
        { name: 'u', user: { tokenFile: '../token', 'client-key': '/k', exec: { command: './login' } } },
        { name: 'v', user: { exec: { command: 'aws', args: ['eks'], env: [{ name: 'A', value: 'b' }] } } },
      ],
    });
    expect(clusters.get('c')?.caFile).to.equal('/home/me/.kube/ca.crt');
    expect(users.get('u')).to.deep.include({ tokenFile: '/home/me/token', keyFile: '/k' });
    expect(users.get('u')?.exec?.command).to.equal('/home/me/.kube/login');
    expect(users.get('v')?.exec).to.deep.include({ command: 'aws', args: ['eks'], env: { A: 'b' } });
  });

  it('ignores fields of the wrong type', () => {
    const { clusters, users, contexts } = read({ clusters: null, users: 'x', contexts: [1, { name: 2 }] });
    expect([clusters.size, users.size, contexts.size]).to.deep.equal([0, 0, 1]);
  });

  it('configures user impersonation', () => {
    const { users } = read({
      users: [{ name: 'u', user: { as: 'jane', 'as-groups': ['a', 'b'], 'as-user-extra': { 'x/y': ['1'] } } }],
    });
    const { impersonation } = users.get('u') ?? { impersonation: { groups: [], extra: {} } };
    expect(impersonationHeaders(impersonation)).to.deep.equal({
      'Impersonate-User': 'jane',
      'Impersonate-Group': ['a', 'b'],
      'Impersonate-Extra-x%2Fy': ['1'],
    });
  });
});

describe('the context', () => {
  const both = mergeKubeconfigs([config('a', 'https://1', 'a'), config('b', 'https://2')].map(read));

  it('is the current context or the named one', () => {
    expect(selectContext(both, undefined)).to.deep.include({ name: 'a', namespace: 'team' });
    expect(selectContext(both, 'b').cluster.server).to.equal('https://2');
  });

  const broken = read({
    contexts: [
      { name: 'no-cluster', context: { cluster: 'x', user: 'y' } },
      { name: 'no-user', context: { cluster: 'c', user: 'y' } },
    ],
    clusters: [{ name: 'c', cluster: { server: 'https://1' } }],
  });
  const table: readonly (readonly [string | undefined, string])[] = [
    [undefined, 'kubeconfig: no current context; select one with --context (available: no-cluster, no-user)'],
    ['z', 'context z: not found in the kubeconfig (available contexts: no-cluster, no-user)'],
    ['no-cluster', 'context no-cluster: the kubeconfig has no server for the cluster "x" of this context'],
    ['no-user', 'context no-user: the kubeconfig has no user "y", which this context names'],
  ];
  for (const [name, message] of table) {
    it(message, () => expect(() => selectContext(broken, name)).to.throw(message));
  }
});
