import { expect } from 'chai';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Dispatcher } from 'undici';
import type { SourceInputs } from '../../../src/core/model/build-inputs.ts';
import { makeDispatcher } from '../../../src/clients/registry/client/transport/dispatcher.ts';
import { networkSettings } from '../../../src/steps/network-settings.ts';
import { translate } from '../../../src/core/translate/translate.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { startBlobServer, type BlobServer } from '../../cluster/sources/blob-server.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../cluster/sources/git-server.ts';
import { tarBytes } from '../../support/archives/tar-bytes.ts';
import { someAccount, someBuild } from '../../support/documents.ts';
import { someOptions } from '../../support/translation-of.ts';
import { readWorkload, type Container } from '../../support/workload.ts';
import type { Workspace } from '../../support/workspace.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { temporaryBuilds } from '../steps/prepare/prepared-build.ts';
import { pushSmallImage } from '../steps/prepare/pushed-image.ts';
import { builderEnvironment, builderFacts, makeVolumes } from '../universe/phase-environment.ts';
import { runContainerAside, type PhaseContainer, type PhaseEnvironment } from '../universe/phase-runner.ts';
import { someUniverse } from '../universe/some-universe.ts';
import { unpackBuilder } from '../universe/unpacked-builder.ts';
import { startPrivateServers, type PrivateServers } from './private-servers.ts';

const RUN = { image: 'registry.test/run' };

const SOURCES: Readonly<Record<string, SourceInputs>> = {
  git: { kind: 'git', url: 'https://git.test/app.git', revision: 'main', initializeSubmodules: false },
  blob: { kind: 'blob', url: 'https://blob.test/app', stripComponents: 0, authentication: 'none' },
  image: { kind: 'registry', image: 'registry.test/source:1', pullSecrets: [] },
};

const VOLUMES = [
  'layers',
  'tmp',
  'projectMetadata',
  'var/report',
  'var/analyzed',
  'var/detected',
  'var/ca-certificates',
];

describe('a workload whose servers have a private authority and are behind a proxy', function () {
  this.timeout(120_000);
  const registry = temporaryRegistry('none');
  const prepare = temporaryBuilds(() => 'registry.test/app:1');
  const dispatchers: Dispatcher[] = [];
  let builder: Workspace;
  let repositories: Repositories;
  let git: GitServer;
  let blob: BlobServer;
  let servers: PrivateServers;

  before(async function () {
    // The first run builds the lifecycle.
    this.timeout(1_800_000);
    const images = await someUniverse();
    await pushImage(images.run, { url: registry().url, repository: 'run' }, 'latest');
    await pushSmallImage(`${registry().address}/app:1`);
    await pushSmallImage(`${registry().address}/source:1`);
    repositories = makeRepositories();
    repositories.commit('app', { 'hello.txt': 'world' });
    git = await startGitServer(repositories.folder);
    blob = await startBlobServer(Buffer.from(await tarBytes([{ name: 'hello.txt', content: 'world' }])));
    servers = await startPrivateServers({
      'git.test': git.url,
      'blob.test': blob.url,
      'registry.test': registry().url,
    });
    builder = unpackBuilder({
      lifecycle: images.lifecycle,
      packages: [images['hello-1.1.0'], images.environment],
      group: ['test/hello@1.1.0', 'test/environment@1.0.0'],
      app: ['hello.txt'],
    });
    const order = ['test/hello', '1.1.0', 'test/environment', '1.0.0'];
    builder.write({
      'cnb/order.toml': `[[order]]\n[[order.group]]\nid = "${order[0]}"\nversion = "${order[1]}"\n[[order.group]]\nid = "${order[2]}"\nversion = "${order[3]}"\n`,
      'cnb/stack.toml': `[run-image]\nimage = "${RUN.image}"\n`,
      'cnb/run.toml': `[[images]]\nimage = "${RUN.image}"\n`,
      'home/.docker/config.json': '{"auths":{}}',
      'projectMetadata/project-metadata.toml': '',
    });
    makeVolumes(builder.path, VOLUMES);
  });
  beforeEach(() => {
    servers.proxy.asked.length = 0;
  });
  after(async () => {
    for (const dispatcher of dispatchers) await dispatcher.destroy();
    await Promise.all([servers?.stop(), git?.stop(), blob?.stop()]);
    repositories?.remove();
    builder?.remove();
  });

  for (const [name, source] of Object.entries(SOURCES)) {
    it(`prepares a source of the kind ${source.kind}`, async () => {
      const { code, errors, at } = await prepared(source, environmentOf('prepare'));
      expect(code, errors.join('\n')).to.equal(0);
      expect(servers.proxy.asked).to.include.members([`${name === 'image' ? 'registry' : name}.test:443`]);
      if (name !== 'image') expect(readFileSync(at('workspace', 'hello.txt'), 'utf8').trim()).to.equal('world');
    });

    it(`fails for a source of the kind ${source.kind} without the certificates, or without the proxy`, async () => {
      const { SSL_CERT_FILE: _, ...withoutCertificates } = environmentOf('prepare');
      expect((await prepared(source, withoutCertificates)).code).to.equal(30);
      const { SSL_CERT_FILE: certificates } = environmentOf('prepare');
      expect((await prepared(source, { SSL_CERT_FILE: certificates })).code).to.equal(31);
    });
  }

  it('is analyzed, restored and exported by the lifecycle, and its buildpacks see the proxy', async () => {
    let output = '';
    for (const phase of phases()) {
      const result = await runContainerAside(phase, phaseEnvironment());
      expect(result.status, `${phase.name}: ${result.output}`).to.equal(0);
      output += result.output;
    }
    expect(output).to.include(`https_proxy=${servers.proxy.url}`);
    expect(output).to.not.include('SSL_CERT');
    expect(new Set(servers.proxy.asked)).to.deep.equal(new Set(['registry.test:443']));
    const answer = await fetch(`${registry().url}/v2/built/manifests/latest`, {
      headers: {
        accept: 'application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json',
      },
    });
    expect(answer.status).to.equal(200);
  });

  it('cannot be analyzed without the certificates', async () => {
    const [analyze] = phases();
    if (analyze === undefined) throw new Error('a Build has phases');
    rmSync(path.join(builder.path, 'var/ca-certificates/ca.crt'));
    const { status, output } = await runContainerAside(analyze, phaseEnvironment());
    expect(status, output).to.not.equal(0);
    expect(output).to.include('certificate signed by unknown authority');
  });

  function containers(): readonly Container[] {
    const documents = [
      someBuild({ tags: ['registry.test/built'] }),
      someAccount(),
      builderFacts('0.12', RUN),
      {
        value: {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'network', labels: { 'taskpack.dev/network': 'true' } },
          data: { 'ca.crt': servers.certificate, HTTPS_PROXY: servers.proxy.url },
        },
      },
    ];
    const { manifests, problems } = translate(documents, someOptions({ to: 'pod', maximumPlatformApi: '0.14' }));
    expect(problems).to.deep.equal([]);
    const [, configMap] = [...manifests] as unknown as readonly { readonly data: Readonly<Record<string, string>> }[];
    builder.write(
      Object.fromEntries(
        Object.entries(configMap?.data ?? {}).map(([name, text]) => [`var/ca-certificates/${name}`, text]),
      ),
    );
    return readWorkload([...manifests].at(-1)).containers;
  }

  function phases(): readonly PhaseContainer[] {
    return containers().filter(
      ({ name }) => name !== 'prepare' && name !== 'completion',
    ) as unknown as readonly PhaseContainer[];
  }

  /** Returns the variables of a container, with the folder of the volumes in the place of the root directory. */
  function environmentOf(phase: string): Readonly<Record<string, string | undefined>> {
    const { env = [] } = containers().find(({ name }) => name === phase) ?? {};
    return Object.fromEntries(
      env.map(({ name, value = '' }) => [name, value.replace('/var/ca-', `${builder.path}/var/ca-`)]),
    );
  }

  async function prepared(source: SourceInputs, network: Readonly<Record<string, string | undefined>>) {
    const environment = { PATH: process.env['PATH'], ...network };
    const dispatcher = makeDispatcher(await networkSettings(environment));
    dispatchers.push(dispatcher);
    return prepare({ source, environment, dispatcher, tags: ['registry.test/app:1'], runImage: RUN.image });
  }

  function phaseEnvironment(): PhaseEnvironment {
    return builderEnvironment(builder, '0.12');
  }
});
