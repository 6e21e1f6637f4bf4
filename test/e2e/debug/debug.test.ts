import { expect } from 'chai';
import type { RegistryClient } from '../../../src/registry/client/registry-client.ts';
import { builder, testClients } from '../../integration/registry/client-fixture.ts';
import { awaitCommand, type Outcome } from '../../support/command.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { ended } from '../running-pod.ts';
import { onTerminal } from './on-terminal.ts';
import { applicationBuild, tagsOf } from '../whole-way/application-build.ts';
import { BACKENDS } from '../whole-way/backends.ts';
import { imageAt } from '../whole-way/built-image.ts';
import { startBed, type WholeWayBed } from '../whole-way/whole-way-bed.ts';

const NAMESPACE = 'debugged';

/** The buildpack detects only applications with this file, and the source has none. */
const CORRECTION = 'echo debugged > /workspace/hello.txt';

/** Runs the program of the failed phase again, as the command prints it. */
const AGAIN = '/cnb/lifecycle/detector -app=/workspace -group=/var/detected/group.toml -plan=/var/detected/plan.toml';

describe('a Build that is debugged on the node', function () {
  this.timeout(600_000);
  const clients = testClients();
  let client: RegistryClient;
  let bed: WholeWayBed;
  let source: object;

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    bed = await startBed(NAMESPACE);
    client = clients.make({ keychain: builder });
    source = bed.sources.publish('lacking', { 'goodbye.txt': 'no greeting' });
  });
  after(() => bed?.stop());

  for (const backend of ['containers', 'taskrun'] as const) {
    describe(`with ${backend}`, () => {
      const name = `lacking-${backend}`;

      before(async () => {
        await bed.controller.configure(BACKENDS[backend]);
        const status = await runBuild(bed.cluster.client, applicationBuild(bed, name, { source }));
        expect(status.failure).to.include({ reason: 'NothingDetected' });
      });

      it('stops before a phase, sees a changed file after that, and pushes no image', async () => {
        const held = await debug(
          name,
          '--before',
          'detect',
          '--',
          'sh',
          '-c',
          `${CORRECTION}; echo at $CNB_PLATFORM_API`,
        );
        expect(held.stdout).to.match(new RegExp(`^build.kpack.io/${name}-debug-1 created\nat 0\\.\\d+\n$`));
        expect(held.stderr)
          .to.include('phase detect is held in ')
          .and.include('/cnb/lifecycle/detector -app=/workspace');
        await goOn(`${name}-debug-1`, '--continue');
        await expectDebugged(`${name}-debug-1`);
      });

      it('stops after a failure, which may be corrected', async () => {
        const held = await debug(name, '--', 'sh', '-c', `${CORRECTION}; ${AGAIN}`);
        expect(held.stderr).to.include('phase detect is held in ');
        await goOn(`${name}-debug-2`, '--continue');
        await expectDebugged(`${name}-debug-2`);
      });

      it('ends as it fails if the user does not correct it', async () => {
        await debug(name, '--', 'true');
        await goOn(`${name}-debug-3`, '--fail');
        const status = await endOf(`${name}-debug-3`);
        expect(status.failure).to.include({ reason: 'NothingDetected', phase: 'detect' });
        expect(isMarked(status)).to.equal(true);
      });

      if (backend === 'taskrun') return;
      it('opens a shell on a terminal, and asks how to go on', async () => {
        const terminal = onTerminal([
          'debug',
          name,
          '-n',
          NAMESPACE,
          '--kubeconfig',
          bed.cluster.kubeconfig,
          '--before',
          'detect',
        ]);
        await terminal.answer(/its program: /, 'stty size; tty; echo debugged > /workspace/hello.txt\n');
        await terminal.answer(/33 111\s+\/dev\/pts\/\d/, 'exit 3\n');
        await terminal.answer(/continue, fail, shell or leave\? /, 'more\n');
        await terminal.answer(/continue, fail, shell or leave\? .*continue, fail, shell or leave\? /s, 'continue\n');
        expect(await terminal.ended()).to.equal(0);
        expect(terminal.text())
          .to.match(/phase detect continues\s/)
          .and.match(/ended: all its phases have succeeded\s+$/);
      });
    });
  }

  async function debug(...args: readonly string[]): Promise<Outcome> {
    const [name = '', ...rest] = args;
    const outcome = await awaitCommand([
      'debug',
      name,
      '-n',
      NAMESPACE,
      '--kubeconfig',
      bed.cluster.kubeconfig,
      ...rest,
    ]);
    expect(outcome.status, outcome.stderr).to.equal(0);
    return outcome;
  }

  async function goOn(name: string, answer: '--continue' | '--fail'): Promise<void> {
    const { stderr } = await debug(name, answer);
    expect(stderr).to.equal(`phase detect ${answer === '--fail' ? 'fails' : 'continues'}\n`);
  }

  async function endOf(name: string): Promise<BuildStatus> {
    const build = applicationBuild(bed, name, { source });
    return ended<BuildStatus>(bed.cluster.client, build, (now) => conditionOf(now).status !== 'Unknown');
  }

  async function expectDebugged(name: string): Promise<void> {
    const status = await endOf(name);
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'False', reason: 'Debugged' });
    expect(status.stepsCompleted).to.deep.equal(['prepare', 'analyze', 'detect', 'restore', 'build']);
    expect(isMarked(status)).to.equal(true);
    expect(status).not.to.have.property('latestImage');
    const original = name.replace(/-debug-\d$/, '');
    for (const tag of [...tagsOf(bed, original), ...tagsOf(bed, name)]) {
      const found = await imageAt(client, tag).catch(({ code }: { readonly code?: unknown }) => code);
      expect(found, tag).to.equal('NOT_FOUND');
    }
  }
});

function isMarked({ conditions = [] }: BuildStatus): boolean {
  return conditions.some(({ type, status }) => type === 'Debugged' && status === 'True');
}
