import { expect } from 'chai';
import type { TranslateOptions } from '../../../src/core/translate/options.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { awaitCommand, buildCommand, type Outcome } from '../../support/command.ts';
import { sideBySide } from '../../support/side-by-side.ts';
import { createWorkload } from '../layouts/build-run.ts';
import { printed, publish } from '../layouts/stand-in-build.ts';
import { standInCluster } from '../layouts/stand-in-cluster.ts';
import { PHASES, type Scripts, type StandInPrograms } from '../layouts/stand-in-images.ts';

const WORKLOADS: Readonly<Record<string, Partial<TranslateOptions>>> = {
  'init layout': { to: 'pod', layout: 'init' },
  'containers layout': { to: 'pod', layout: 'containers', injectedSidecars: 'none' },
  TaskRun: { to: 'taskrun', dummySidecar: 'always' },
};

/**
 * Every phase prints its name, and the build phase prints a lot for a while. The build phase then sleeps, because a
 * container runtime may drop unread output when a container ends.
 */
const TALKING: Scripts = {
  ...Object.fromEntries(PHASES.map((phase) => [phase, `echo this is ${phase}`])),
  build:
    'echo this is build; for i in 1 2 3 4 5 6; do echo part $i; sleep 0.5; done; seq 1 20000; printf unfinished; sleep 3',
};

/** The expected log without the times of the stamps. */
const TALK: readonly string[] = PHASES.flatMap((phase) => [
  `===> ${phase.toUpperCase()}`,
  'begins',
  `this is ${phase}`,
  ...(phase === 'build'
    ? [
        ...[1, 2, 3, 4, 5, 6].map((part) => `part ${part}`),
        ...Array.from({ length: 20_000 }, (_, index) => `${index + 1}`),
        'unfinishedends',
      ]
    : ['ends']),
]);

describe('logs of Builds on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let programs: StandInPrograms;

  before(async function () {
    // The first run builds the cluster's programs.
    this.timeout(1_800_000);
    buildCommand();
    ({ cluster, programs } = await standInCluster());
  });

  sideBySide({
    ...Object.fromEntries(
      Object.entries(WORKLOADS).flatMap(([title, options]) => [
        [`are followed from phase to phase: ${title}`, () => expectFollowed(title, options)],
        [`end with the phase that failed: ${title}`, () => expectFailure(title, options)],
      ]),
    ),
    'have what else is in the pod, where that is asked for': expectHelpers,
  });

  async function expectFollowed(title: string, options: Partial<TranslateOptions>): Promise<void> {
    const name = await start(`talking-${title}`, TALKING, options);
    const followed = await logs(name, '--follow');
    expect(linesOf(followed.stdout)).to.deep.equal(TALK);
    expect(withoutWaits(followed.stderr)).to.equal('');
    expect(followed.status).to.equal(0);
    expect((await logs(name)).stdout).to.equal(followed.stdout);
    expect((await logs(name, '--since', '1h')).stdout).to.equal(followed.stdout);
    // The build phase printed its lines more than three seconds before it ended.
    const { stdout: newest } = await logs(name, '--since', '2s');
    expect(newest).to.not.include('part 1\n');
    expect(linesOf((await logs(name, '--phase', 'detect')).stdout)).to.deep.equal([
      '===> DETECT',
      'begins',
      'this is detect',
      'ends',
    ]);
  }

  async function expectFailure(title: string, options: Partial<TranslateOptions>): Promise<void> {
    const scripts = { prepare: 'echo fetched', detect: 'echo no group; exit 20' };
    const name = await start(`failing-${title}`, scripts, options);
    const { stdout, stderr, status } = await logs(name, '-f');
    const phases = ['===> PREPARE', 'begins', 'fetched', 'ends', '===> ANALYZE', 'begins', 'ends'];
    expect(linesOf(stdout)).to.deep.equal([...phases, '===> DETECT', 'begins', 'no group']);
    expect(withoutWaits(stderr)).to.equal(`error: Build ${name} failed: detect exited with code 20\n`);
    expect(status).to.equal(1);
  }

  async function expectHelpers(): Promise<void> {
    const options = { to: 'pod', layout: 'containers', injectedSidecars: 'none', waiterDelivery: 'init' } as const;
    const name = await start('helpers', {}, options);
    expect((await logs(name, '-f', '--all')).stdout).to.match(/===> COMPLETION\nbegins .*\nends .*\n===> PRE-START\n$/);
  }

  /** Creates a Build's workload. Returns its name when its Pod exists. */
  async function start(title: string, scripts: Scripts, options: Partial<TranslateOptions>): Promise<string> {
    const name = title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
    const standIn = await publish(cluster.registry, programs, scripts);
    await createWorkload(cluster.client, printed(name, 'default', standIn, options));
    return name;
  }

  function logs(name: string, ...options: readonly string[]): Promise<Outcome> {
    return awaitCommand(['logs', name, ...options, '--kubeconfig', cluster.kubeconfig]);
  }
});

/** Returns the lines without the times of the stamps. */
function linesOf(output: string): readonly string[] {
  return output
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/(begins|ends) \d+\.\d+$/, '$1'));
}

/** Removes the notes about waits of more than 5 s, which a busy node causes. */
function withoutWaits(errors: string): string {
  return errors.replaceAll(/^note: Build .*\n/gm, '');
}
