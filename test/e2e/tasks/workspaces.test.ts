import { expect } from 'chai';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { createFolderClaim } from '../../cluster/node/folder-claim.ts';
import { startBlobServer, type BlobServer } from '../../cluster/sources/blob-server.ts';
import { startSshServer, type SshServer } from '../../cluster/sources/ssh-server.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import { inNamespace } from '../../integration/cluster/apply.ts';
import { zipBytes } from '../../support/archives/zip-bytes.ts';
import { sideBySide } from '../../support/side-by-side.ts';
import { publishedBuilder } from '../builder/published-builder.ts';
import { performRun, type RunResults } from '../tekton-run.ts';
import { secret } from '../whole-way/account.ts';
import { publishedBed } from './published-bed.ts';

const NAMESPACE = 'workspaces';
const CLAIM = 'sources';
const PASSWORD = 'correct-horse';

describe('the workspaces and parameters of taskpack Tasks on the node', function () {
  this.timeout(300_000);
  const bed = publishedBed();
  let ssh: SshServer;
  let archive: BlobServer;
  let builder: string;
  /** The folder behind the claim. */
  let claimed: string;

  before(async () => {
    const { cluster, createTask } = bed();
    builder = publishedBuilder(universeDocuments(await pushRunningUniverse(cluster.registry)), 'searching', '0.9');
    ssh = await startSshServer(BRIDGE_ADDRESS);
    archive = await startBlobServer(zipBytes([{ name: 'app/file', content: 'of an archive', mode: 0o100644 }]), {
      host: BRIDGE_ADDRESS,
    });
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    for (const task of ['buildpacks', 'buildpacks-source']) await createTask(task, NAMESPACE);
    const key = { 'ssh-privatekey': ssh.privateKey, known_hosts: ssh.knownHosts };
    for (const one of [
      secret('key', 'kubernetes.io/ssh-auth', key),
      secret('database', 'Opaque', { type: 'database', password: PASSWORD }),
    ]) {
      await cluster.client.create(inNamespace(one, NAMESPACE));
    }
    claimed = await createFolderClaim(cluster, { name: CLAIM, namespace: NAMESPACE });
  });

  after(async () => {
    await ssh?.stop();
    await archive?.stop();
  });

  sideBySide({
    'accept a key for the git server': async () => {
      const { repositories } = bed();
      const commit = repositories.commit('app', { file: 'over ssh' });
      const url = `ssh://${ssh.user}@${ssh.host}${repositories.folder}/app.git`;
      const results = await runTask('buildpacks-source', 'ssh', { url }, [
        place('output', 'ssh'),
        { name: 'ssh-directory', secret: { secretName: 'key' } },
      ]);
      expect(results).to.include({ url, commit });
      expect(readFileSync(path.join(claimed, 'ssh/file'), 'utf8')).to.equal('over ssh');
    },
    'accept an archive instead of a repository': async () => {
      const params = { archive: `${archive.url}/app.zip`, stripComponents: '1', subdirectory: 'of/archives' };
      const { digest = '' } = await runTask('buildpacks-source', 'archive', params, [place('output', 'archive')]);
      expect(digest).to.match(/^sha256:/);
      expect(readFileSync(path.join(claimed, 'archive/of/archives/file'), 'utf8')).to.equal('of an archive');
    },
    'give bindings to buildpacks': async () => {
      // This builder's buildpack fails if it finds the reverse of a word in the application.
      const source = path.join(claimed, 'searched');
      mkdirSync(source);
      chmodSync(source, 0o755);
      writeFileSync(path.join(source, 'hello.txt'), 'world');
      writeFileSync(path.join(source, 'reversed.txt'), `${Array.from(PASSWORD).toReversed().join('')}\n`);
      const params = { APP_IMAGE: `${bed().cluster.registry.address}/workspaces/bound`, BUILDER_IMAGE: builder };
      const items = ['type', 'password'].map((key) => ({ key, path: `database/${key}` }));
      const outcome = await runTask('buildpacks', 'bound', params, [
        place('source', 'searched'),
        { name: 'bindings', projected: { sources: [{ secret: { name: 'database', items } }] } },
      ]).catch((error: unknown) => String(error));
      expect(outcome).to.match(/\bstep-detect\b.* \/platform\/bindings\/.*\/database\/password$/m);
    },
  });

  function runTask(
    task: string,
    name: string,
    params: Readonly<Record<string, string>>,
    workspaces: readonly object[],
  ): Promise<RunResults> {
    const { uid, gid } = STACK.build;
    const run: KubernetesObject = {
      apiVersion: 'tekton.dev/v1',
      kind: 'TaskRun',
      metadata: { name, namespace: NAMESPACE },
      spec: {
        taskRef: { name: task },
        params: Object.entries(params).map(([param, value]) => ({ name: param, value })),
        workspaces,
        podTemplate: {
          automountServiceAccountToken: false,
          securityContext: { runAsUser: uid, runAsGroup: gid, fsGroup: gid },
        },
      },
    };
    return performRun(bed().cluster, run);
  }
});

function place(workspace: string, subPath: string): object {
  return { name: workspace, subPath, persistentVolumeClaim: { claimName: CLAIM } };
}
