import { expect } from 'chai';
import { podContainers } from '../../../translators/progress/pod-containers.ts';
import { parseImageReference, repositoryName } from '../../../src/core/model/image-reference.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { applicationBuild } from './application-build.ts';
import type { Backend } from './backends.ts';
import { logOf } from './build-log.ts';
import type { WholeWayBed } from './whole-way-bed.ts';
import { asPod } from '../../../src/core/model/objects/pod.ts';

const PHASES = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'];

/** The setting that names two of the bed's builders. */
export function creatorBuilders({ base: { builders } }: Pick<WholeWayBed, 'base'>): string {
  return [builders.good, builders['build-fails']].map(repositoryOf).join(',');
}

/** Returns the repository of an image, with its registry, as a pattern of CREATOR_BUILDERS. */
function repositoryOf(image: string): string {
  const reference = parseImageReference(image);
  if (reference === undefined) throw new Error(`${image} is no image reference`);
  return repositoryName(reference);
}

/** Builds the source `git-http` in one container. Checks the containers, the steps and the log. Returns the status. */
export async function expectOneContainer(bed: WholeWayBed, backend: Backend): Promise<BuildStatus> {
  const name = `creator-${backend}`;
  const status = await runBuild(
    bed.cluster.client,
    applicationBuild(bed, name, { source: bed.sources.kinds['git-http'] }),
    { seconds: 300 },
  );
  expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
  expect(await phasesIn(bed, status)).to.deep.equal(['prepare', 'create', 'completion']);
  expect(status.stepsCompleted).to.deep.equal(PHASES);
  expect(status.stepStates).to.have.length(PHASES.length);
  const headings = [...(await logOf(bed, name)).matchAll(/^===> (\w+)$/gm)].map(([, title = '']) =>
    title.toLowerCase(),
  );
  // The lifecycle prints lines before its first heading. These belong to `create`.
  expect(headings.filter((title) => title !== 'create')).to.deep.equal(PHASES);
  return status;
}

/** Checks that the status names the phase of a buildpack that fails in the one container. */
export async function expectFailedPhase(bed: WholeWayBed, backend: Backend): Promise<void> {
  const status = await runBuild(
    bed.cluster.client,
    applicationBuild(bed, `creator-fails-${backend}`, {
      source: bed.sources.changing.before,
      builder: { image: bed.base.builders['build-fails'] },
    }),
    { seconds: 300 },
  );
  expect(await phasesIn(bed, status)).to.include('create');
  expect(status.failure, JSON.stringify(status)).to.include({
    reason: 'BuildpackFailed',
    phase: 'build',
    exitCode: 51,
  });
  expect(JSON.stringify(status.failure)).to.include('the compiler is missing');
  expect(status.stepsCompleted).to.deep.equal(PHASES.slice(0, 4));
}

/** Returns the names of a Build's containers, without Tekton's prefix. */
export async function phasesIn(
  { cluster, namespace }: WholeWayBed,
  { podName = '' }: BuildStatus,
): Promise<readonly string[]> {
  const pod = await cluster.client.get({ apiVersion: 'v1', kind: 'Pod', metadata: { name: podName, namespace } });
  const names = podContainers(asPod(pod as unknown as JsonObject)).map(({ name }) => name);
  const steps = names.filter((name) => name.startsWith('step-')).map((name) => name.slice('step-'.length));
  return steps.length > 0 ? steps : names;
}
