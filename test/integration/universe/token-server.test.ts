import { expect } from 'chai';
import { failureOf } from '../../../src/controller/builds/failure/failure.ts';
import { ACCOUNT } from '../../cluster/registry/account.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { LIFECYCLE_VERSIONS } from '../../cluster/universe/lifecycle-version.ts';
import type { Workspace } from '../../support/workspace.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { builderEnvironment, makeVolumes } from './phase-environment.ts';
import { runContainerAside } from './phase-runner.ts';
import { someUniverse } from './some-universe.ts';
import { unpackBuilder } from './unpacked-builder.ts';

const PLATFORM_API = '0.9';

/** The lifecycles whose registry client refuses a token server at a private IP address. */
const REFUSES: ReadonlySet<string> = new Set(['0.21.14']);

for (const version of LIFECYCLE_VERSIONS)
  describe(`lifecycle ${version} and a token server at a private IP address`, function () {
    this.timeout(120_000);
    const registry = temporaryRegistry('bearer');
    const open = temporaryRegistry('none');
    let builder: Workspace;

    before(async function () {
      // The first run builds the lifecycle.
      this.timeout(1_800_000);
      const images = await someUniverse(version);
      await pushImage(images.run, { url: open().url, repository: 'run' }, 'latest');
      builder = unpackBuilder({ lifecycle: images.lifecycle, packages: [], group: [] });
      makeVolumes(builder.path, ['var/analyzed']);
      builder.write({ 'home/.docker/config.json': JSON.stringify({ auths: { [registry().address]: login() } }) });
    });
    after(() => builder.remove());

    it(REFUSES.has(version) ? 'refuses it, and the failure says what to do' : 'accepts it', async () => {
      const { status, output } = await analyze();
      if (!REFUSES.has(version)) {
        expect(status, output).to.equal(0);
        return;
      }
      const terminated = { container: 'analyze', kind: 'terminated', exitCode: status ?? -1 } as const;
      const failure = failureOf({ kind: 'phase-failed', phase: 'analyze', terminated }, output.trim().split('\n'));
      expect(failure, output).to.include({ reason: 'AnalyzeFailed', actor: 'platform' });
      expect(failure.advice).to.match(/^The lifecycle of the builder refuses the token server of the registry/);
    });

    async function analyze() {
      const environment = builderEnvironment(builder, PLATFORM_API);
      const [image = ''] = Object.keys(environment.images);
      const places = ['-layers=/layers', '-analyzed=/var/analyzed/analyzed.toml'];
      const args = [...places, `-run-image=${open().address}/run`, `${registry().address}/app`];
      return runContainerAside({ name: 'analyze', image, args }, environment);
    }
  });

function login() {
  return { auth: Buffer.from(`${ACCOUNT.username}:${ACCOUNT.password}`).toString('base64') };
}
