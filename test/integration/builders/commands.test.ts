import { expect } from 'chai';
import { createServer } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { DEFAULT_PLATFORM } from '../../../src/cli/options.ts';
import { parseImageReference } from '../../../src/core/model/image-reference.ts';
import { awaitCommand, runCommand, runShell, type Outcome } from '../../support/command.ts';
import { encryptedKey, keyPem } from '../../unit/clients/signing/encrypted-key.ts';
import { testClients } from '../registry/client-fixture.ts';
import { asYaml, placedUniverse } from './pushed-universe.ts';
import { universeFacts } from './universe-facts.ts';

const CLOCK = path.join(import.meta.dirname, 'shifted-clock.cjs');

describe('the builder commands with the builders of the universe', function () {
  this.timeout(120_000);
  const universe = placedUniverse();
  const clients = testClients();
  before(async () => {
    const { documents, workspace } = universe();
    workspace.write({ 'facts.yaml': asYaml(await universeFacts(clients.make(), documents)) });
  });

  const taskpack = (...args: readonly string[]): Outcome => runCommand(args, { cwd: universe().workspace.path });
  /** Returns the text without values that differ from run to run. */
  const plain = (text: string): string =>
    text.replaceAll(universe().registry.address, 'REGISTRY').replaceAll(/sha256:[0-9a-f]{12,64}/g, 'sha256:…');

  describe('resolve', () => {
    it('prints the selected buildpacks, their sources, the reasons and the alternatives', () => {
      const { stdout, stderr } = taskpack('resolve', ...about('good'));
      expect(stderr).to.equal('');
      expect(plain(stdout).replaceAll(/ {2,}/g, '  ')).to.equal(
        [
          'ClusterBuilder good',
          'GROUP  BUILDPACK  FROM  IMAGE  WHY  CONSIDERED',
          '1  test/hello@2.0.0-rc.1  ClusterStore working  REGISTRY/universe/hello-2.0.0-rc.1@sha256:…  highest of 3 versions  1.1.0, 1.0.0, 1.0.0',
          '1  test/meta@1.0.0  ClusterBuildpack meta  REGISTRY/universe/meta@sha256:…  only version',
          '1  test/detect-fails@1.0.0 (optional)  ClusterStore working  REGISTRY/universe/detect-fails@sha256:…  only version',
          '1  test/environment@1.0.0  image  REGISTRY/universe/environment@sha256:…  only version',
          '',
          'WITHIN  BUILDPACK  FROM  IMAGE  ALSO IN',
          '  test/hello@1.0.0  ClusterBuildpack meta  REGISTRY/universe/meta@sha256:…  ClusterStore working',
          '  test/extra@1.0.0  ClusterBuildpack meta  REGISTRY/universe/meta@sha256:…  ClusterStore working',
          '',
        ].join('\n'),
      );
    });

    it('prints the same for facts as for registries, also as JSON', () => {
      const asked = taskpack('resolve', ...about('nested'), '-o', 'json');
      const offline = taskpack('resolve', ...about('nested', 'facts.yaml'), '--offline', '-o', 'json');
      expect(offline).to.deep.equal(asked);
      expect(JSON.parse(asked.stdout)).to.deep.include({
        kind: 'Builder',
        namespace: 'team',
        name: 'nested',
        order: [
          { group: [{ id: 'test/nested', version: '1.0.0' }] },
          { group: [{ id: 'test/apart', version: '1.0.0' }] },
        ],
      });
    });

    it('lists with --offline the images that are missing, and prints nothing that depends on them', () => {
      const { status, stdout, stderr } = taskpack('resolve', ...about('good'), '--offline');
      expect([status, stdout]).to.deep.equal([1, '']);
      const lines = plain(stderr).trimEnd().split('\n');
      expect(lines).to.have.length(11);
      expect(lines[0]).to.equal(
        'warning: parts.yaml:10:16 spec.buildImage.image: not checked against the stack: the facts of image REGISTRY/universe/build@sha256:… are missing: ' +
          'run "taskpack inspect REGISTRY/universe/build@sha256:… >> facts.yaml" and add -f facts.yaml',
      );
    });

    it('selects a builder by name', () => {
      const files = [...about('good'), '-f', 'nested.yaml', '-f', 'facts.yaml'];
      const names = (...options: readonly string[]): string =>
        taskpack('builder', 'digest', ...files, ...options).stdout.replaceAll(/sha256:[0-9a-f]{64}/g, '…');
      expect(names()).to.equal('…  ClusterBuilder good\n…  Builder team/nested\n');
      expect(names('--builder', 'nested')).to.equal('…\n');
      expect(names('--builder', 'clusterbuilder/good')).to.equal('…\n');
      expect(taskpack('builder', 'digest', ...files, '--builder', 'Builder/good').stderr).to.equal(
        'error: --builder: the input has no Builder/good, only ClusterBuilder good, Builder team/nested\n',
      );
      expect(taskpack('resolve', '-f', 'parts.yaml').stderr).to.equal(
        'error: the input has no Builder and no ClusterBuilder\n',
      );
    });
  });

  describe('a builder that cannot be resolved', () => {
    const refusals: Readonly<Record<string, string>> = {
      'unsupported-api': `${validating('unsupported-api')} unsupported buildpack api: 0.99, expecting: 0.7, 0.8, 0.9, 0.10, 0.11`,
      'wrong-stack': `${validating('wrong-stack')} stack io.test.stacks.tiny is not supported`,
      'missing-mixin': `${validating('missing-mixin')} stack missing mixin(s): compiler`,
      'other-target': `${validating('other-target')} target linux/amd64 (tiny 1) is not supported, expecting: linux/mips64`,
      'no-semver':
        "spec.order[0].group[0]: cannot find buildpack 'test/no-semver' with latest version due to invalid semver 'latest'",
      cycle:
        'spec.order[0].group[0]: cycle in the orders of buildpacks: test/cycle-a@1.0.0 → test/cycle-b@1.0.0 → test/cycle-a@1.0.0',
      disagreeing:
        'spec.order[0].group[0]: buildpack test/hello@1.1.0 differs between resources: ' +
        'sha256:… of ClusterStore disagreeing (REGISTRY/universe/hello-1.1.0@sha256:…), ' +
        'sha256:… of ClusterStore disagreeing (REGISTRY/universe/other-hello-1.1.0@sha256:…)',
    };
    for (const [builder, message] of Object.entries(refusals)) {
      it(`is rejected by every command with the same message: ${builder}`, async () => {
        const refused = { status: 1, stdout: '', stderr: `error: ${builder}.yaml:24:11 ${message}\n` };
        const files = about(builder, 'facts.yaml');
        for (const command of [['resolve'], ['builder', 'digest'], ['builder', 'publish']]) {
          const outcome = taskpack(...command, ...files);
          expect({ ...outcome, stderr: plain(outcome.stderr) }).to.deep.equal(refused);
        }
        const tag = {
          registry: universe().registry.address,
          repository: `builders/${builder}`,
          tag: `clusterbuilder-${builder}`,
        };
        await clients
          .make()
          .resolve(tag)
          .then(
            () => expect.fail('it must not be there'),
            (error: unknown) => expect(error).to.include({ code: 'NOT_FOUND' }),
          );
      });
    }
  });

  describe('builder publish', () => {
    it('reports that a builder is published, but not signed, if the registry of signatures cannot be reached', () => {
      universe().workspace.write({ 'cosign.key': keyPem(encryptedKey('secret')) });
      const { status, stdout, stderr } = runCommand(['builder', 'publish', ...about('good'), '--key', 'cosign.key'], {
        cwd: universe().workspace.path,
        env: { COSIGN_PASSWORD: 'secret', COSIGN_REPOSITORY: '127.0.0.1:1/signatures' },
      });
      expect([status, stdout]).to.deep.equal([1, '']);
      expect(plain(stderr)).to.match(
        /^error: good\.yaml:\d+:\d+ spec\.tag: REGISTRY\/\S+@sha256:… is published, but not signed: .*127\.0\.0\.1:1.*\. Run the command again: it signs the published builder\n$/,
      );
    });
  });

  describe('builder digest', () => {
    for (const builder of ['good', 'nested', 'build-fails']) {
      it(`prints the digest that is pushed to the registry: ${builder}`, async () => {
        const digest = taskpack('builder', 'digest', ...about(builder, 'facts.yaml')).stdout.trim();
        const published = taskpack('builder', 'publish', ...about(builder));
        expect(published.stderr).to.equal('');
        const reference = parseImageReference(published.stdout.trim());
        expect(reference?.digest).to.equal(digest);
        if (reference === undefined) return;
        const { registry, repository, tag = '' } = reference;
        const found = await clients.make().config({ registry, repository, tag }, DEFAULT_PLATFORM);
        expect(found.manifest.digest).to.equal(digest);
      });
    }

    it('prints the same digest with other clocks, locales and umasks', () => {
      const script = `umask "$MASK"; taskpack builder digest ${about('good', 'facts.yaml').join(' ')}`;
      const digests = [
        {
          MASK: '077',
          LC_ALL: 'tr_TR.UTF-8',
          LANG: 'tr_TR.UTF-8',
          TZ: 'Asia/Kolkata',
          NODE_OPTIONS: `--require ${CLOCK}`,
        },
        { MASK: '000', LC_ALL: 'C', LANG: 'C', TZ: 'UTC' },
      ].map((env) => runShell(script, { cwd: universe().workspace.path, env }).stdout);
      expect(digests[0])
        .to.match(/^sha256:[0-9a-f]{64}\n$/)
        .and.equal(digests[1]);
    });

    it('sends no request if facts are missing', async () => {
      let connections = 0;
      const server = createServer((_, response) => void response.writeHead(404).end()).listen(0, '127.0.0.1');
      server.on('connection', () => (connections += 1));
      await once(server, 'listening');
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('it listens on a port');
      const { documents, registry, workspace } = universe();
      const facts = await universeFacts(clients.make(), documents);
      const elsewhere = (objects: readonly unknown[]): string =>
        asYaml(objects).replaceAll(registry.address, `127.0.0.1:${address.port}`);
      workspace.write({
        'elsewhere/builder.yaml': elsewhere([...documents.parts, documents.builders.good]),
        'elsewhere-facts.yaml': elsewhere(facts),
      });
      const options = { cwd: workspace.path };
      const digest = await awaitCommand(
        ['builder', 'digest', '-f', 'elsewhere', '-f', 'elsewhere-facts.yaml'],
        options,
      );
      expect(digest.stdout).to.match(/^sha256:[0-9a-f]{64}\n$/);
      const without = await awaitCommand(['builder', 'digest', '-f', 'elsewhere'], options);
      expect([without.status, without.stdout]).to.deep.equal([1, '']);
      expect(connections).to.equal(0);
      const asked = await awaitCommand(['resolve', '-f', 'elsewhere'], options);
      expect(asked.stderr).to.include(`127.0.0.1:${address.port}`);
      expect(connections).to.be.greaterThan(0);
      server.close();
    });
  });
});

/** The options that name the files of a builder. */
function about(builder: string, ...others: readonly string[]): readonly string[] {
  return ['parts.yaml', `${builder}.yaml`, ...others].flatMap((file) => ['-f', file]);
}

function validating(name: string): string {
  return `spec.order[0].group[0]: validating buildpack test/${name}@1.0.0:`;
}
