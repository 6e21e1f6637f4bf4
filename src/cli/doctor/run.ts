import { diagnose } from '../../insight/doctor/diagnose.ts';
import type { Finding } from '../../insight/doctor/finding.ts';
import { layoutOf, usedWorkload } from '../../insight/doctor/used-workload.ts';
import type { ClusterFacts } from '../../insight/doctor/cluster-facts.ts';
import { fieldNote } from '../../core/model/problem.ts';
import { VIEW_VERSION } from '../../insight/views/object-view.ts';
import { withCluster, type OpenCluster } from '../cluster.ts';
import { viewTexts } from '../list/list-output.ts';
import type { ClusterFlags, RegistryFlags } from '../options.ts';
import { CommandFailure, reportProblems } from '../problems.ts';
import { withRegistryClients } from '../registry/open-registry.ts';
import { withWaitingNote } from '../registry/waiting-note.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { refuseExistingFile, writeBundle } from './bundle.ts';
import { describeFindings } from './describe-findings.ts';
import { readClusterFacts } from './read-cluster-facts.ts';

/** The parsed options of `taskpack doctor`. */
export interface DoctorFlags extends ClusterFlags, RegistryFlags {
  readonly namespace?: string;
  readonly controllerNamespace: string;
  readonly output: 'text' | 'json' | 'yaml';
  readonly bundle?: string;
}

/** Runs `taskpack doctor`. Rejects with `CommandFailure` if a check finds an error. */
export async function runDoctor(flags: DoctorFlags, terminal: Terminal): Promise<void> {
  if (flags.bundle !== undefined) await refuseExistingFile(flags.bundle);
  await withCluster(flags, terminal, async (cluster) => {
    const facts = await examined(cluster, flags, terminal);
    const findings = diagnose(facts);
    await writeTexts(terminal.output, textsOf(facts, findings, flags, terminal));
    if (flags.bundle !== undefined) {
      await writeBundle(flags.bundle, { cluster, facts, findings, now: Date.now() });
      reportProblems([fieldNote([], `${flags.bundle} is written: read it before you send it`)], terminal.errors);
    }
    if (findings.some(({ result }) => result === 'error')) throw new CommandFailure([], 1);
  });
}

async function examined(cluster: OpenCluster, flags: DoctorFlags, terminal: Terminal): Promise<ClusterFacts> {
  return withRegistryClients(flags, terminal, async (makeRegistryClient) =>
    withWaitingNote(terminal.errors, async () =>
      readClusterFacts(cluster, {
        namespace: flags.namespace ?? cluster.namespace,
        controllerNamespace: flags.controllerNamespace,
        now: Date.now,
        makeRegistryClient,
      }),
    ),
  );
}

function textsOf(
  facts: ClusterFacts,
  findings: readonly Finding[],
  { output }: DoctorFlags,
  terminal: Terminal,
): Iterable<string> {
  if (output === 'text') return [describeFindings(findings, facts.namespace.name, terminal.output)];
  const report = {
    apiVersion: VIEW_VERSION,
    kind: 'DoctorReport',
    namespace: facts.namespace.name,
    layout: layoutOf(usedWorkload(facts)),
    findings,
  };
  return viewTexts([report], output, 'each');
}
