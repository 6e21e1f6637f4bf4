import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TranslateOptions } from '../../../src/core/translate/options.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { createWorkload } from '../../e2e/layouts/build-run.ts';
import { printed, publish } from '../../e2e/layouts/stand-in-build.ts';
import { standInCluster } from '../../e2e/layouts/stand-in-cluster.ts';
import { PHASES, type StandInPrograms } from '../../e2e/layouts/stand-in-images.ts';
import { sideBySide } from '../../support/side-by-side.ts';

const LAYOUTS: Readonly<Record<string, Partial<TranslateOptions>>> = {
  'init layout': { to: 'pod', layout: 'init' },
  'containers layout': { to: 'pod', layout: 'containers', injectedSidecars: 'none' },
};

describe("kpack's log reader for Builds on the node", function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let programs: StandInPrograms;
  let kpackLogs: string;

  before(async function () {
    // The first run builds the cluster's programs.
    this.timeout(1_800_000);
    kpackLogs = (await ensurePrograms(['kpack-logs'], console.error))['kpack-logs'];
    ({ cluster, programs } = await standInCluster());
  });

  sideBySide({
    ...Object.fromEntries(
      Object.entries(LAYOUTS).map(([title, options]) => [
        `prints the log phase by phase: ${title}`,
        () => expectPhases(`kpack-${String(options.layout)}`, options),
      ]),
    ),
    // docs/how-to/use-kp.md says so: the reader knows only the names that kpack gives to containers.
    "prints only the log of Tekton's own container prepare: TaskRun": async () => {
      const log = await logOf('kpack-task-run', { to: 'taskrun' });
      expect(log).to.include('Entrypoint initialization');
      expect(phasesIn(log)).to.deep.equal(['===> PREPARE']);
    },
  });

  async function expectPhases(name: string, options: Partial<TranslateOptions>): Promise<void> {
    expect(phasesIn(await logOf(name, options))).to.deep.equal(
      PHASES.flatMap((phase) => [`===> ${phase.toUpperCase()}`, `this is ${phase}`]),
    );
  }

  /** Runs a Build of which each phase prints a line, and returns what kpack's log reader prints meanwhile. */
  async function logOf(name: string, options: Partial<TranslateOptions>): Promise<string> {
    const scripts = Object.fromEntries(PHASES.map((phase) => [phase, `echo this is ${phase}; sleep 1`]));
    const standIn = await publish(cluster.registry, programs, scripts);
    await createWorkload(cluster.client, printed(name, 'default', standIn, options));
    const { stdout } = await promisify(execFile)(kpackLogs, [cluster.kubeconfig, 'default', name]);
    return stdout;
  }
});

/** Returns the headings and lines of the phases that the log contains, in its order. */
function phasesIn(log: string): readonly string[] {
  return log.match(/===> \w+|this is \w+/g) ?? [];
}
