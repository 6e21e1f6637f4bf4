import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { remainsOf, virtualInterfaces } from '../cluster/node/remains.ts';
import { stopNodeCluster } from '../cluster/node/one-node-cluster.ts';
import { ROOT } from '../support/command.ts';
import { isShown } from '../support/docs/expected-output.ts';
import { sectionCommands } from '../support/docs/section-commands.ts';
import { matrix } from '../support/matrix.ts';
import { makeWorkspace, type Workspace } from '../support/workspace.ts';
import { startDemo, type DemoRun } from './demo-run.ts';

/** The output of the demo without the Build's log. */
const STEPS = [
  /^cluster +Kubernetes v\S+ with one node, and Tekton v\S+ \d+ s$/,
  /^taskpack +installed in namespace taskpack \d+ s$/,
  /^builder +10\.88\.0\.1:\d+\/builders:hello@sha256:[0-9a-f]{64} \d+ s$/,
  /^build +hello-build-1 of http:\/\/10\.88\.0\.1:\d+\/hello\.git$/,
  /^image +10\.88\.0\.1:\d+\/applications\/hello@sha256:[0-9a-f]{64}$/,
  /^app +hello world$/,
  /^commit +pushed to \S+\/hello\.git$/,
  /^rebuild +hello-build-2 because of COMMIT \d+ s$/,
  /^image +10\.88\.0\.1:\d+\/applications\/hello@sha256:[0-9a-f]{64}$/,
  /^app +hello everybody$/,
];

const HEADINGS = ['PREPARE', 'ANALYZE', 'DETECT', 'RESTORE', 'BUILD', 'EXPORT', 'COMPLETION'];

describe('npm run demo', function () {
  // The first run builds the programs of the cluster, the images and their base image.
  this.timeout(1_800_000);
  const interfaces = virtualInterfaces();
  let workspace: Workspace;
  let run: DemoRun | undefined;

  /** Returns what is left behind. The leash of a program may end a moment after the demo. */
  async function lastRemains(folder: string): Promise<readonly string[]> {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      if (remainsOf(folder, interfaces).length === 0) return [];
      await sleep(200);
    }
    return remainsOf(folder, interfaces);
  }

  before(async () => {
    await stopNodeCluster();
    workspace = makeWorkspace();
  });
  afterEach(() => run?.kill());
  after(() => workspace.remove());

  // A demo without options shows the same, except that this one exits.
  for (const option of matrix(['--once'], [])) {
    it(`with ${option}, prints the output of the application, exits and leaves nothing behind`, async () => {
      run = startDemo([option]);
      const folder = await run.folder();
      expect(await run.ended, run.output()).to.equal(0);
      const lines = linesOf(run.output());
      expect(lines.slice(-2).map((line) => line.split(' ')[0])).to.deep.equal(['image', 'app']);
      expect(await lastRemains(folder)).to.deep.equal([]);
    });
  }

  it('without options, runs until Ctrl-C, proposes commands that work, and leaves nothing behind', async () => {
    run = startDemo([]);
    const folder = await run.folder();
    const { groups } = await run.says(/^All of it stays up until Ctrl-C\..*\n\n(?<commands>(?: {2}.*\n)+)/m);
    linesOf(run.output());
    expectTutorial(run.output());
    // The commands run in a workspace, so that git clones into the workspace.
    const commands = groups?.['commands']?.replace('npm start', `npm start --prefix ${ROOT}`) ?? '';
    const options = { cwd: workspace.path, encoding: 'utf8', stdio: 'pipe' } as const;
    const printed = execFileSync('bash', ['-e', '-c', commands], options);
    expect(printed).to.match(/^pod\/hello /m);
    expect(printed).to.match(/^===> COMPLETION$/m);
    expect(printed).to.match(/^image\.kpack\.io\/hello .+ True /m);
    expect(readFileSync(`${workspace.path}/hello/hello.txt`, 'utf8')).to.equal('everybody\n');
    run.interrupt();
    await run.ended;
    expect(run.output()).to.match(/\n\ntaking everything down\n$/);
    expect(await lastRemains(folder)).to.deep.equal([]);
  });

  it('prints how to install the tools that are missing', async () => {
    workspace.write({ 'bin/apt-get': '#!/bin/sh\nexit 1\n' });
    chmodSync(`${workspace.path}/bin/apt-get`, 0o755);
    run = startDemo([], { PATH: `${workspace.path}/bin` });
    expect(await run.ended).to.equal(1);
    expect(run.output().trimEnd().split('\n').at(-1)).to.match(
      /^what is missing on this machine could not be installed: apt-get install --yes --no-install-recommends containerd crun /,
    );
  });
});

/** A Pod that waits for a slow node causes a note. */
const NOTES = /^note: .*\n/gm;

/** The parts of the output that differ from run to run. */
const VARYING = [/ \d+ s$/gm, /10\.88\.0\.1:\d+/g, /sha256:[0-9a-f]+…?/g, /taskpack-bed-\w+/g];

/** Asserts that the tutorial shows the demo's command and its output. */
function expectTutorial(output: string): void {
  const [command, ...others] = sectionCommands('docs/tutorials/demo.md', 'Run the demo');
  expect(command?.text).to.equal('npm run demo');
  expect(others).to.deep.equal([]);
  const [shown, printed] = [(command?.output ?? []).join('\n'), output].map((text) =>
    VARYING.reduce((all, each) => all.replaceAll(each, '*'), text.replaceAll(NOTES, '')),
  );
  expect(isShown(['…', ...(shown?.split('\n') ?? []), '…'], printed ?? ''), `${shown}\n\n${printed}`).to.equal(true);
}

/** Returns the lines of a demo's output, and asserts that every step and every phase has printed its line. */
function linesOf(output: string): readonly string[] {
  const lines = output.trimEnd().split('\n');
  const said = lines.filter((line) => STEPS.some((step) => step.test(line)));
  expect(
    said.map((line) => STEPS.findIndex((step) => step.test(line))),
    output,
  ).to.deep.equal(STEPS.map(({ source }) => STEPS.findIndex((step) => step.source === source)));
  // Another commit gives another image.
  const images = said.filter((line) => line.startsWith('image '));
  expect(new Set(images)).to.have.lengthOf(2);
  expect(lines.filter((line) => line.startsWith('===> '))).to.deep.equal(HEADINGS.map((phase) => `===> ${phase}`));
  return lines;
}
