import { expect } from 'chai';
import type { RegistryClient } from '../../../src/clients/registry/client/registry-client.ts';
import { builder, testClients } from '../../integration/registry/client-fixture.ts';
import { groupsSideBySide } from '../../support/side-by-side.ts';
import { awaitCommand, type Outcome } from '../../support/command.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { ended } from '../running-pod.ts';
import { onTerminal } from './on-terminal.ts';
import { applicationBuild, tagsOf } from '../whole-way/application-build.ts';
import { wordsOf } from '../whole-way/application-words.ts';
import { BACKENDS } from '../whole-way/backends.ts';
import { imageAt } from '../whole-way/built-image.ts';
import { openBed, startServers, type WholeWayBed, type WholeWayServers } from '../whole-way/whole-way-bed.ts';

/** Tekton and Pods of regular containers hold a phase in different ways. */
type DebuggedBackend = 'containers' | 'taskrun';

/** The buildpack detects only applications with this file, and the source has none. */
const CORRECTION = 'echo debugged > /workspace/hello.txt';

/** Runs the program of the failed phase again, as the command prints it. */
const AGAIN = '/cnb/lifecycle/detector -app=/workspace -group=/var/detected/group.toml -plan=/var/detected/plan.toml';

describe('a Build that is debugged on the node', function () {
  this.timeout(600_000);
  const clients = testClients();
  let client: RegistryClient;
  let servers: WholeWayServers;
  let beds: Readonly<Record<DebuggedBackend, WholeWayBed>>;
  let source: object;

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    servers = await startServers('debugged');
    client = clients.make({ keychain: builder });
    source = servers.sources.publish('lacking', { 'goodbye.txt': 'no greeting' });
    const [containers, taskrun] = await Promise.all([openDebugged('containers'), openDebugged('taskrun')]);
    beds = { containers, taskrun };
    await Promise.all([
      expectNothingDetected(containers, 'lacking'),
      expectNothingDetected(containers, 'pushed'),
      expectNothingDetected(taskrun, 'lacking'),
    ]);
  });
  after(async () => {
    await Promise.all(Object.values(beds ?? {}).map(async (bed) => bed.stop()));
    await servers?.stop();
  });

  groupsSideBySide({
    'with taskrun': testsOf('taskrun'),
    'with containers': {
      ...testsOf('containers'),
      'opens a shell on a terminal, and asks how to go on': () => expectShell(beds.containers),
      'pushes the image if the user says so': async () => {
        const bed = beds.containers;
        const held = await debug(bed, 'pushed', '--before', 'detect', '--push', '--', 'sh', '-c', CORRECTION);
        await goOn(bed, nameIn(held), '--continue');
        const status = await endOf(bed, nameIn(held));
        expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True' });
        expect(isMarked(status)).to.equal(true);
        expect(await wordsOf(bed, 'debugged', status.latestImage ?? '')).to.equal('hello debugged\n');
      },
    },
  });

  function testsOf(backend: DebuggedBackend): Readonly<Record<string, () => Promise<void>>> {
    const name = 'lacking';
    return {
      'stops before a phase, sees a changed file after that, and pushes no image': async () => {
        const bed = beds[backend];
        const script = `${CORRECTION}; echo $CNB_PLATFORM_API`;
        const held = await debug(bed, name, '--before', 'detect', '--', 'sh', '-c', script);
        expect(held.stdout).to.match(/^build.kpack.io\/\S+ created\n0\.\d+\n$/);
        expect(held.stderr).to.include('/cnb/lifecycle/detector -app=/workspace');
        await goOn(bed, nameIn(held), '--continue');
        await expectDebugged(bed, name, nameIn(held));
      },
      'stops after a failure, which may be corrected, and pushes no image': async () => {
        const bed = beds[backend];
        const held = await debug(bed, name, '--', 'sh', '-c', `${CORRECTION}; ${AGAIN}`);
        await goOn(bed, nameIn(held), '--continue');
        await expectDebugged(bed, name, nameIn(held));
      },
      'ends as it fails if the user does not correct it': async () => {
        const bed = beds[backend];
        const held = await debug(bed, name, '--', 'true');
        await goOn(bed, nameIn(held), '--fail');
        const status = await endOf(bed, nameIn(held));
        expect(status.failure).to.include({ reason: 'NothingDetected', phase: 'detect' });
        expect(isMarked(status)).to.equal(true);
      },
    };
  }

  async function openDebugged(backend: DebuggedBackend): Promise<WholeWayBed> {
    return openBed(servers, `debugged-${backend}`, BACKENDS[backend]);
  }

  async function expectNothingDetected(bed: WholeWayBed, name: string): Promise<void> {
    const status = await runBuild(bed.cluster.client, applicationBuild(bed, name, { source }));
    expect(status.failure, name).to.include({ reason: 'NothingDetected' });
  }

  async function endOf(bed: WholeWayBed, name: string): Promise<BuildStatus> {
    const build = applicationBuild(bed, name, { source });
    return ended<BuildStatus>(bed.cluster.client, build, (now) => conditionOf(now).status !== 'Unknown');
  }

  async function expectDebugged(bed: WholeWayBed, original: string, name: string): Promise<void> {
    const status = await endOf(bed, name);
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

async function expectShell(bed: WholeWayBed): Promise<void> {
  const terminal = onTerminal(['debug', 'lacking', ...place(bed), '--before', 'detect']);
  // The shell can read the line before the terminal gets its size.
  const awaitSize = 'until stty size | grep -q "33 111"; do sleep 0.1; done';
  await terminal.answer(/its program: /, `${awaitSize}; stty size; tty; echo debugged > /workspace/hello.txt\n`);
  await terminal.answer(/33 111\s+\/dev\/pts\/\d/, 'exit 3\n');
  await terminal.answer(/continue, fail, shell or leave\? /, 'more\n');
  await terminal.answer(/continue, fail, shell or leave\? .*continue, fail, shell or leave\? /s, 'continue\n');
  expect(await terminal.ended()).to.equal(0);
  expect(terminal.text())
    .to.match(/phase detect continues\s/)
    .and.match(/ended: all its phases have succeeded\s+$/);
}

async function goOn(bed: WholeWayBed, name: string, answer: '--continue' | '--fail'): Promise<void> {
  const { stderr } = await debug(bed, name, answer);
  expect(stderr).to.equal(`phase detect ${answer === '--fail' ? 'fails' : 'continues'}\n`);
}

async function debug(bed: WholeWayBed, name: string, ...rest: readonly string[]): Promise<Outcome> {
  const outcome = await awaitCommand(['debug', name, ...place(bed), ...rest]);
  expect(outcome.status, outcome.stderr).to.equal(0);
  return outcome;
}

function place({ namespace, cluster }: WholeWayBed): readonly string[] {
  return ['-n', namespace, '--kubeconfig', cluster.kubeconfig];
}

/** Returns the name of the copy that the command reports. */
function nameIn({ stdout }: Pick<Outcome, 'stdout'>): string {
  return /^build\.kpack\.io\/(?<name>\S+) created$/m.exec(stdout)?.groups?.['name'] ?? '';
}

function isMarked({ conditions = [] }: BuildStatus): boolean {
  return conditions.some(({ type, status }) => type === 'Debugged' && status === 'True');
}
