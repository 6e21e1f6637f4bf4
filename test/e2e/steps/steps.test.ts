import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import type { BuildInputs, SourceInputs } from '../../../src/core/model/build-inputs.ts';
import { makeImage } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { serveHttp, type HttpServer } from '../../support/http-server.ts';
import { startBlobServer } from '../../cluster/sources/blob-server.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer } from '../../cluster/sources/git-server.ts';
import { pushImage, pushSmallImage } from '../../integration/steps/prepare/pushed-image.ts';
import { filesIn } from '../../integration/steps/prepare/tree-listing.ts';
import { temporaryRegistry } from '../../integration/registry/temporary-registry.ts';
import { tarBytes } from '../../support/archives/tar-bytes.ts';
import { enclosedSteps } from './enclosed-steps.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
/** Milliseconds. The kubelet's default grace period is 30 s. */
const MAX_GRACE = 20_000;
const KINDS = ['git', 'blob', 'registry'] as const;

describe('the taskpack steps in their image, as containers run them', () => {
  const registry = temporaryRegistry('none');
  const steps = enclosedSteps();
  const servers: Pick<HttpServer, 'stop'>[] = [];
  let repositories: Repositories;
  let sources: Readonly<Record<(typeof KINDS)[number], SourceInputs>>;

  before(async () => {
    const content = randomBytes(3_000_000).toString('base64');
    const app = `${registry().address}/app:1`;
    await pushSmallImage(app);
    repositories = makeRepositories();
    repositories.commit('app', { content });
    const git = await startGitServer(repositories.folder);
    const blob = await startBlobServer(await tarBytes([{ name: 'content', content }]));
    servers.push(git, blob);
    const image = `${registry().address}/source:1`;
    const layer = makeLayer([{ kind: 'file', path: '/content', content }]);
    await pushImage(image, makeImage({ config: { os: 'linux', architecture: 'amd64' }, layers: [layer] }));
    sources = {
      git: { kind: 'git', url: `${git.url}/app.git`, revision: 'main', initializeSubmodules: false },
      blob: { kind: 'blob', url: `${blob.url}/f`, stripComponents: 0, authentication: 'none' },
      registry: { kind: 'registry', image, pullSecrets: [] },
    };
  });
  after(async () => {
    for (const server of servers) await server.stop();
    repositories.remove();
  });

  const inputs = (source: SourceInputs, cacheTag?: string): BuildInputs => ({
    version: 1,
    tags: [`${registry().address}/app:1`],
    runImage: `${registry().address}/app:1`,
    builder: { image: 'builder' },
    application: { source, sourceLimits: { bytes: 2 ** 30, entries: 1000 }, environment: [{ name: 'A', value: 'b' }] },
    credentials: { source: [], registry: [], imagePull: [], trustUnknownSshHosts: false },
    completion: { signing: [], signatureAnnotations: [], ...(cacheTag !== undefined && { cacheTag }) },
  });

  for (const kind of KINDS) {
    it(`prepare a ${kind} source as any user, and write only to their volumes`, async () => {
      const { code, errors, at } = await steps.run(['prepare'], { inputs: inputs(sources[kind]) });
      expect(errors).to.equal('');
      expect(code).to.equal(0);
      expect(filesIn(at('workspace')).filter((name) => !name.startsWith('.git/'))).to.deep.equal(['content']);
      expect(statSync(at('workspace', 'content'))).to.include({ uid: 1_234_567, gid: 7_654_321 });
      expect(filesIn(at('platform'))).to.deep.equal(['env/A']);
      expect(filesIn(at('var/credentials'))).to.deep.equal(['config.json']);
      expect(filesIn(at('projectMetadata'))).to.deep.equal(['project-metadata.toml']);
      expect(filesIn(at('var/taskpack'))).to.deep.equal(['taskpack-export']);
    });

    it(`report a full disk: ${kind}`, async () => {
      const { code, errors } = await steps.run(['prepare'], { inputs: inputs(sources[kind]), workspaceSize: '1m' });
      expect(errors).to.equal(
        'ERROR: the disk is full, because the source needs more space than the volumes of the build have: raise ephemeral-storage in the resources of the Build or make the source smaller\n',
      );
      expect(code).to.equal(33);
    });
  }

  it('end at SIGTERM while they wait, also as the first process: prepare', async () => {
    const { address, asked } = await serveSilence(servers);
    const source = { ...sources.git, url: `http://${address}/app.git` } as SourceInputs;
    const { code, errors, goodbye, at } = await steps.run(['prepare'], { inputs: inputs(source), until: asked });
    expect(errors).to.equal('ERROR: terminated by SIGTERM\n');
    expect(code).to.equal(143);
    expect(goodbye).to.be.below(MAX_GRACE);
    expect([...filesIn(at('workspace')), ...filesIn(at('var/credentials'))]).to.deep.equal([]);
  });

  const complete = ['completion', '-inputs=/var/build-inputs/inputs.json', '-report=/var/build-inputs/report.toml'];
  const files = { 'report.toml': `[image]\ndigest = "${DIGEST}"\n` };

  it('report the built image', async () => {
    const command = [...complete, '-outcome=/workspace/outcome'];
    const { code, errors, at } = await steps.run(command, { inputs: inputs(sources.blob), files });
    expect(errors).to.equal('');
    expect(code).to.equal(0);
    expect(JSON.parse(readFileSync(at('workspace', 'outcome'), 'utf8'))).to.include({ IMAGE_DIGEST: DIGEST });
  });

  it('end at SIGTERM while they wait, also as the first process: completion', async () => {
    const { address, asked } = await serveSilence(servers);
    const command = [...complete, '-outcome=/workspace/outcome'];
    const options = { inputs: inputs(sources.blob, `${address}/cache:1`), files, until: asked };
    const { code, errors, goodbye } = await steps.run(command, options);
    expect(errors).to.equal('ERROR: terminated by SIGTERM\n');
    expect(code).to.equal(143);
    expect(goodbye).to.be.below(MAX_GRACE);
  });
});

/** Starts a server that accepts requests and never answers. Resolves `asked` at the first request. */
async function serveSilence(
  servers: Pick<HttpServer, 'stop'>[],
): Promise<{ readonly address: string; readonly asked: Promise<unknown> }> {
  const requests = new EventEmitter();
  const asked = once(requests, 'request');
  const server = await serveHttp('127.0.0.1', () => void requests.emit('request'));
  servers.push(server);
  return { address: server.address, asked };
}
