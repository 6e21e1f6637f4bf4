import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeImage } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { startChains, type Chains } from '../../cluster/chains/start-chains.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { until } from '../../cluster/processes/until.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { ACCOUNT, basicAuthorization } from '../../cluster/registry/account.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { runCompletion, type BuiltImage } from '../../integration/completion/completed-build.ts';
import { signingOracle } from '../../integration/completion/signing-oracle.ts';
import { succeeded } from '../../integration/controllers/builds/build-bed.ts';
import { buildSuite } from '../../integration/controllers/builds/build-suite.ts';
import {
  LOGIN,
  makeChainsAccount,
  type SignedRun,
  signedRun,
} from '../../integration/controllers/builds/chains-account.ts';
import { runWithDeletedPods } from '../../integration/controllers/builds/deleted-pods.ts';
import { nodeOf } from '../../integration/controllers/builds/pod-node.ts';
import { SOME_REGISTRY } from '../../integration/controllers/builds/some-registry.ts';
import { commandReader } from '../../integration/docs/command-reader.ts';
import { writeDockerConfig } from '../../integration/registry/docker-config-file.ts';
import { temporaryRegistry } from '../../integration/registry/temporary-registry.ts';
import { cosign, type Cosign } from '../../integration/signing/cosign.ts';
import { buildCommand, ROOT } from '../../support/command.ts';
import { describePage } from '../../support/docs/run-page.ts';

const NAMESPACE = 'chains';
const PASSWORD = 'open sesame';
const CONFIG = { 'artifacts.taskrun.format': 'slsa/v2alpha4', 'artifacts.taskrun.storage': 'oci' };
const IMAGE = makeImage({ config: PLATFORM, layers: [makeLayer([{ path: '/app', kind: 'file', content: 'app' }])] });
const DIGEST = IMAGE.manifest.digest;
/** A value that the registry's readers must not learn. */
const VALUE = 'value-of-the-team';

interface TaskRun {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
}

describe('Tekton Chains', function () {
  this.timeout(180_000);
  const registry = temporaryRegistry('basic');
  const { bed, cluster, node } = buildSuite({
    namespace: NAMESPACE,
    settings: { backend: 'tekton', attestBuilds: 'all' },
    registry: { ...SOME_REGISTRY, digest: async () => DIGEST },
  });
  let folder = '';
  let real: Cosign;
  let chains: Chains | undefined;

  before(async function () {
    this.timeout(3_600_000);
    buildCommand();
    const programs = await ensurePrograms(['cosign', 'signing-oracle'], (line) => console.error(line));
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-chains-test-'));
    writeDockerConfig(file('.docker'), [registry().address]);
    real = cosign(programs.cosign, folder, PASSWORD);
    for (const name of ['chains', 'taskpack'])
      await signingOracle(programs['signing-oracle'], folder).makeKey(key(name), PASSWORD);
    await makeAccounts();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  describe('with each login', () => {
    afterEach(stopChains);

    it("signs and attests with the login that the Build's account names, beside taskpack's own attestation", async () => {
      chains = await startChains(cluster(), { key: key('chains'), config: CONFIG });
      const image = await builtImage('named-login');
      await complete(image);
      await finishBuild('named-login', { serviceAccountName: 'publisher', env: [{ name: 'NAME', value: VALUE }] });
      await signs('named-login-build');
      await runOf('named-login').lists();
      const statements = await verified(image, ['chains', 'taskpack']);
      expect(statements['chains']).to.nested.include({
        'predicate.runDetails.builder.id': 'https://tekton.dev/chains/v2',
      });
      expect(JSON.stringify(statements['chains'])).not.to.include(VALUE);
      expect(statements['taskpack']).to.nested.include({
        'predicate.buildDefinition.internalParameters.backend': 'tekton',
      });
    });

    it('signs and attests an image whose Pod was deleted in each phase, and no Pod has the login', async () => {
      chains = await startChains(cluster(), { key: key('chains'), config: CONFIG });
      const image = await builtImage('hostile');
      await createBuild('hostile', { serviceAccountName: 'publisher' });
      const outcome = results({ IMAGE_URL: image.tag, IMAGE_DIGEST: DIGEST });
      await runWithDeletedPods(cluster().client, NAMESPACE, 'hostile', outcome);
      await signs('hostile-build');
      await runOf('hostile').lists();
      await verified(image, ['chains']);
    });

    it('gives the login to Chains 0.25 and newer, which do not read pull secrets, until Chains has signed', async () => {
      await builtImage('newer');
      await finishBuild('newer', { serviceAccountName: 'publisher' });
      const run = runOf('newer');
      await run.lists(LOGIN);
      expect(await userOfLogin('newer')).to.equal(ACCOUNT.username);
      // The test stands in for a newer Chains, which cannot be built from its module.
      await run.annotate({ 'chains.tekton.dev/signed': 'true' });
      await run.lists();
      expect(await userOfLogin('newer')).to.equal('');
    });

    it("has no login from the Build's account without the annotation", async () => {
      chains = await startChains(cluster(), { key: key('chains'), config: CONFIG });
      await builtImage('no-login');
      await finishBuild('no-login');
      await signs('no-login-build', 'failed');
      expect(await userOfLogin('no-login')).to.equal('');
    });

    it('signs and attests with the login of its own controller', async () => {
      chains = await startChains(cluster(), { key: key('chains'), config: CONFIG, dockerConfig: file('.docker') });
      const image = await builtImage('own-login');
      await finishBuild('own-login');
      await signs('own-login-build');
      await verified(image, ['chains']);
    });

    it('signs and attests the image of the published Task', async () => {
      chains = await startChains(cluster(), { key: key('chains'), config: CONFIG });
      const image = await builtImage('task');
      await finishTask('published', image);
      await signs('published');
      await verified(image, ['chains']);
    });
  });

  describe('of a reader', () => {
    let image = '';
    before(async () => {
      chains = await startChains(cluster(), { key: key('chains'), config: {} });
    });
    after(stopChains);

    describePage('docs/how-to/sign-and-verify.md', {
      reader: () => {
        const values = { NAMESPACE, IMAGE: image, NAME: 'read-build', 'login=registry': 'login=push' };
        const { env, prelude, ...reader } = commandReader(cluster(), { namespace: NAMESPACE, values });
        return {
          ...reader,
          env: { ...env, DOCKER_CONFIG: file('.docker') },
          prelude: `${prelude}\nalias cosign='"${real.program}"'`,
        };
      },
      before: {
        'Verify what Chains has signed': async (directory) => {
          directory.write({ 'chains.pub': readFileSync(path.join(key('chains'), 'cosign.pub'), 'utf8') });
          image = (await builtImage('read')).tag;
          await finishBuild('read');
          await signs('read-build');
        },
      },
      except: ['1. Create a key', '2. Give the key to the Builds', '3. Verify an image', 'Sign builders'],
    });
  });

  async function stopChains(): Promise<void> {
    await chains?.stop();
    chains = undefined;
  }

  async function makeAccounts(): Promise<void> {
    const { client } = cluster();
    await makeChainsAccount(
      client,
      { name: 'publisher', namespace: NAMESPACE },
      { [registry().address]: { ...ACCOUNT } },
    );
    // `builder` has the login only for the steps.
    const metadata = { name: 'builder', namespace: NAMESPACE };
    await client.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata, secrets: [{ name: LOGIN }] });
  }

  async function builtImage(repository: string): Promise<BuiltImage> {
    const target = { url: registry().url, repository, authorization: basicAuthorization() };
    return { tag: `${registry().address}/${repository}:latest`, digest: await pushImage(IMAGE, target, 'latest') };
  }

  /** Signs and attests the image as completion does at the end of a TaskRun. */
  async function complete(image: BuiltImage): Promise<void> {
    writeDockerConfig(file('work/.docker'), [registry().address]);
    const attestation = {
      build: { namespace: NAMESPACE, name: 'named-login', uid: '11111111-2222-3333-4444-555555555555' },
      workload: 'taskrun',
      containers: 'per-phase',
    } as const;
    const completion = { signing: [{ path: key('taskpack') }], signatureAnnotations: [], attestation };
    const result = await runCompletion(file('work'), image, completion, [`-outcome=${file('message')}`]);
    expect(result).to.include({ code: 0, errors: '' });
  }

  /** Runs the Build's TaskRun on the simulated node. */
  async function finishBuild(name: string, spec: object = {}): Promise<void> {
    const tag = await createBuild(name, spec);
    const its = await node(name);
    await its.accept();
    await its.start();
    await its.runAll(results({ IMAGE_URL: tag, IMAGE_DIGEST: DIGEST }));
    expect(succeeded(await bed().end(name))).to.include({ status: 'True' });
  }

  async function createBuild(name: string, spec: object): Promise<string> {
    const tag = `${registry().address}/${name}:latest`;
    await bed().create(name, { tags: [tag], serviceAccountName: 'builder', ...spec });
    return tag;
  }

  function runOf(build: string): SignedRun {
    return signedRun(cluster().client, NAMESPACE, build);
  }

  /** Returns the user of the login that Chains 0.25 and newer find for a Build; empty without a login. */
  async function userOfLogin(build: string): Promise<string> {
    const { 'chains-keychain': program } = await ensurePrograms(['chains-keychain'], (line) => console.error(line));
    const account = await runOf(build).account();
    const args = [cluster().kubeconfig, NAMESPACE, account, registry().address];
    return execFileSync(program, args, { encoding: 'utf8' });
  }

  /** Runs the Task `buildpacks` with a pull secret on the simulated node. */
  async function finishTask(name: string, { tag }: BuiltImage): Promise<void> {
    const target = ['--kubeconfig', cluster().kubeconfig, '--namespace', NAMESPACE];
    execFileSync(cluster().kubectl, [...target, 'apply', '-f', 'tasks/buildpacks/'], { cwd: ROOT, stdio: 'pipe' });
    await cluster().client.create({
      apiVersion: 'tekton.dev/v1',
      kind: 'TaskRun',
      metadata: { name, namespace: NAMESPACE },
      spec: {
        serviceAccountName: 'builder',
        taskRef: { name: 'buildpacks' },
        podTemplate: { imagePullSecrets: [{ name: 'push' }] },
        params: [
          { name: 'APP_IMAGE', value: tag },
          { name: 'CNB_BUILDER_IMAGE', value: 'r.example/builder:1' },
        ],
        workspaces: [{ name: 'source', emptyDir: {} }],
      },
    });
    const its = await nodeOf(cluster().client, NAMESPACE, `${name}-pod`);
    await its.accept();
    await its.start();
    const image = { IMAGE_URL: tag, IMAGE_DIGEST: DIGEST };
    await its.runAll(results({ ...image, APP_IMAGE_URL: tag, APP_IMAGE_DIGEST: DIGEST }));
  }

  /** Waits until Chains has written the end of its work into the annotation. */
  async function signs(name: string, wanted: 'true' | 'failed' = 'true'): Promise<void> {
    const place = `/apis/tekton.dev/v1/namespaces/${NAMESPACE}/taskruns/${name}`;
    const result = async (): Promise<true | undefined> => {
      const { metadata } = (await cluster().client.send('GET', place)) as TaskRun;
      return metadata.annotations?.['chains.tekton.dev/signed'] === wanted ? true : undefined;
    };
    await until(`Chains has written ${wanted} on ${name}`, result, { seconds: 90 });
  }

  /** Verifies the signature of each key, and returns the provenance of each, which must be the only one. */
  async function verified({ tag, digest }: BuiltImage, keys: readonly string[]): Promise<Record<string, object>> {
    const statements: Record<string, object> = {};
    for (const name of keys) {
      const publicKey = path.join(key(name), 'cosign.pub');
      await real.verify(publicKey, tag);
      const [statement, ...others] = await real.attestations(publicKey, tag, 'slsaprovenance1');
      expect(others, name).to.deep.equal([]);
      expect(statement).to.nested.include({ 'subject[0].digest.sha256': digest.slice('sha256:'.length) });
      statements[name] = statement as object;
    }
    return statements;
  }

  function key(name: string): string {
    return file(`keys/${name}`);
  }

  function file(name: string): string {
    return path.join(folder, name);
  }
});

/** Returns the results of completion as Tekton's entrypoint writes them into the termination message. */
function results(values: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(values).map(([key, value]) => ({ key, value, type: 4 })));
}
