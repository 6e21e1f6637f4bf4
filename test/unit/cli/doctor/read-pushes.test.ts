import { expect } from 'chai';
import { readPushes } from '../../../../src/cli/doctor/read-pushes.ts';
import { account, clusterOf } from '../../controller/registry-access/some-cluster.ts';
import { secret } from '../../controller/sources/git-access/git-bed.ts';

describe('the push checks of doctor', () => {
  it('report the Secrets of the account that no source can use', async () => {
    const client = clusterOf(
      account('builder', ['good', 'path', 'gone']),
      secret('good', 'me', 'hidden', 'https://git.example'),
      secret('path', 'me', 'hidden', 'https://git.example/team'),
    );
    const image = {
      metadata: { name: 'shop', namespace: 'team' },
      spec: { tag: 'registry.example/shop', serviceAccountName: 'builder' },
    };
    const [probe] = await readPushes(client, [image], () => ({ checkPush: async () => undefined }));
    expect(probe?.unusedSecrets).to.have.length(1);
    expect(probe?.unusedSecrets?.[0]).to.match(
      /^path: the annotation kpack.io\/git matches no URL.*write https:\/\/git\.example$/,
    );
    expect(probe?.result).to.deep.equal({ kind: 'read', value: { kind: 'allowed' } });
  });
});
