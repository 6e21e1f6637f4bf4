import { expect } from 'chai';
import type { RegistryClient } from '../../../src/registry/client/registry-client.ts';
import { builder, testClients } from '../../integration/registry/client-fixture.ts';
import { sideBySide } from '../../support/side-by-side.ts';
import { awaitCommand, type Outcome } from '../../support/command.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { ended } from '../running-pod.ts';
import { onTerminal } from './on-terminal.ts';
import { applicationBuild, tagsOf } from '../whole-way/application-build.ts';
import { wordsOf } from '../whole-way/application-words.ts';
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
        await Promise.all([name, `pushed-${backend}`].map(expectNothingDetected));
      });

      sideBySide({
        'stops before a phase, sees a changed file after that, and pushes no image': async () => {
          const held = await debug(
            name,
            '--before',
            'detect',
            '--',
            'sh',
            '-c',
            `${CORRECTION}; echo $CNB_PLATFORM_API`,
          );
          expect(held.stdout).to.match(/^build.kpack.io\/\S+ created\n0\.\d+\n$/);
          expect(held.stderr).to.include('/cnb/lifecycle/detector -app=/workspace');
          await goOn(nameIn(held), '--continue');
          await expectDebugged(name, nameIn(held));
        },
        'stops after a failure, which may be corrected, and pushes no image': async () => {
          const held = await debug(name, '--', 'sh', '-c', `${CORRECTION}; ${AGAIN}`);
          await goOn(nameIn(held), '--continue');
          await expectDebugged(name, nameIn(held));
        },
        'ends as it fails if the user does not correct it': async () => {
          const held = await debug(name, '--', 'true');
          await goOn(nameIn(held), '--fail');
          const status = await endOf(nameIn(held));
          expect(status.failure).to.include({ reason: 'NothingDetected', phase: 'detect' });
          expect(isMarked(status)).to.equal(true);
        },
        ...(backend === 'containers' && {
          'opens a shell on a terminal, and asks how to go on': () => expectShell(name),
          'pushes the image if the user says so': async () => {
            const held = await debug('pushed-containers', '--before', 'detect', '--push', '--', 'sh', '-c', CORRECTION);
            await goOn(nameIn(held), '--continue');
            const status = await endOf(nameIn(held));
            expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True' });
            expect(isMarked(status)).to.equal(true);
            expect(await wordsOf(bed, 'debugged', status.latestImage ?? '')).to.equal('hello debugged\n');
          },
        }),
      });
    });
  }

  describe('with MAX_DEBUG_HOLD=0', () => {
    before(async () => {
      await bed.controller.configure(BACKENDS.containers);
      await expectNothingDetected('lacking-forbidden');
      await bed.controller.configure({ ...BACKENDS.containers, MAX_DEBUG_HOLD: '0' });
    });

    it('is refused with one sentence, before it has a Pod', async () => {
      const { status, stdout, stderr } = await awaitCommand(['debug', 'lacking-forbidden', ...place()]);
      expect(status, stderr).to.equal(1);
      expect(stderr).to.match(
        /^error: Build \S+ failed: metadata\.annotations\[\S+\]: the operator has turned debugging off \(MAX_DEBUG_HOLD is 0\): /m,
      );
      expect(await endOf(nameIn({ stdout }))).not.to.have.property('podName');
    });
  });

  async function expectNothingDetected(name: string): Promise<void> {
    const status = await runBuild(bed.cluster.client, applicationBuild(bed, name, { source }));
    expect(status.failure, name).to.include({ reason: 'NothingDetected' });
  }

  async function expectShell(name: string): Promise<void> {
    const terminal = onTerminal(['debug', name, ...place(), '--before', 'detect']);
    await terminal.answer(/its program: /, 'stty size; tty; echo debugged > /workspace/hello.txt\n');
    await terminal.answer(/33 111\s+\/dev\/pts\/\d/, 'exit 3\n');
    await terminal.answer(/continue, fail, shell or leave\? /, 'more\n');
    await terminal.answer(/continue, fail, shell or leave\? .*continue, fail, shell or leave\? /s, 'continue\n');
    expect(await terminal.ended()).to.equal(0);
    expect(terminal.text())
      .to.match(/phase detect continues\s/)
      .and.match(/ended: all its phases have succeeded\s+$/);
  }

  function place(): readonly string[] {
    return ['-n', NAMESPACE, '--kubeconfig', bed.cluster.kubeconfig];
  }

  async function debug(name: string, ...rest: readonly string[]): Promise<Outcome> {
    const outcome = await awaitCommand(['debug', name, ...place(), ...rest]);
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

  async function expectDebugged(original: string, name: string): Promise<void> {
    const status = await endOf(name);
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'False', reason: 'Debugged' });
    expect(status.stepsCompleted).to.deep.equal(['prepare', 'analyze', 'detect', 'restore', 'build']);
    expect(isMarked(status)).to.equal(true);
    expect(status).not.to.have.property('latestImage');
    for (const tag of [...tagsOf(bed, original), ...tagsOf(bed, name)]) {
      const found = await imageAt(client, tag).catch(({ code }: { readonly code?: unknown }) => code);
      expect(found, tag).to.equal('NOT_FOUND');
    }
  }
});

/** Returns the name of the copy that the command reports. */
function nameIn({ stdout }: Pick<Outcome, 'stdout'>): string {
  return /^build\.kpack\.io\/(?<name>\S+) created$/m.exec(stdout)?.groups?.['name'] ?? '';
}

function isMarked({ conditions = [] }: BuildStatus): boolean {
  return conditions.some(({ type, status }) => type === 'Debugged' && status === 'True');
}
