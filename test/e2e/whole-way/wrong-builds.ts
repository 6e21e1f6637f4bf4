import { expect } from 'chai';
import type { Failure } from '../../../src/controller/builds/failure/failure.ts';
import { runBuild } from '../controller/controlled-build.ts';
import { READER } from './account.ts';
import { applicationBuild, type BuildDetails } from './application-build.ts';
import type { Backend } from './backends.ts';
import type { WholeWayBed } from './whole-way-bed.ts';

/** An incorrect Build, and the expected failure in its status. */
interface WrongBuild {
  readonly spec: (bed: WholeWayBed) => BuildDetails;
  readonly failure: Pick<Failure, 'reason' | 'phase' | 'actor'>;
  readonly happened: RegExp;
  readonly advice: RegExp;
}

/** Failures in phases of the lifecycle, which each backend detects differently. */
const FOR_THE_LIFECYCLE = {
  'a source that nobody wants': {
    spec: ({ sources }) => ({ source: { ...sources.kinds['sub-path'], subPath: 'parts' } }),
    failure: { reason: 'NothingDetected', phase: 'detect', actor: 'user' },
    happened: /No buildpack groups passed detection/,
    advice: /Check the source's sub path, and that the builder has a buildpack/,
  },
  'a source that cannot be built': {
    spec: ({ sources, base }) => ({
      source: sources.changing.before,
      builder: { image: base.builders['build-fails'] },
    }),
    failure: { reason: 'BuildpackFailed', phase: 'build', actor: 'user' },
    happened: /the compiler is missing/,
    advice: /Read the last lines of the log/,
  },
  'too little memory': {
    spec: ({ sources, base }) => ({
      source: sources.changing.before,
      builder: { image: base.builders.exhausts },
      resources: { limits: { memory: '256Mi' } },
    }),
    failure: { reason: 'OutOfMemory', phase: 'build', actor: 'user' },
    happened: /ran out of memory/,
    advice: /Raise spec\.resources\.limits\.memory in a new Build/,
  },
} as const satisfies Readonly<Record<string, WrongBuild>>;

const NO_REPOSITORY: WrongBuild = {
  spec: ({ sources }) => ({ source: { git: { url: `${sources.servers.git}/nobody.git`, revision: 'main' } } }),
  failure: { reason: 'SourceNotFound', phase: 'prepare', actor: 'user' },
  happened: /nobody\.git/,
  advice: /Correct the URL or image of the source in a new Build/,
};

const NO_RIGHT_TO_PUSH: WrongBuild = {
  spec: ({ sources }) => ({ source: sources.changing.before, serviceAccountName: READER }),
  failure: { reason: 'PushDenied', phase: 'prepare', actor: 'user' },
  happened: /\/app\/wrong-init-/,
  advice: /has no Secret for this registry, create one, and add it to the secrets of the ServiceAccount/,
};

const NO_RUN_IMAGE: WrongBuild = {
  spec: ({ sources, registry }) => ({
    source: sources.changing.before,
    runImage: { image: `${registry.address}/no/run-image` },
  }),
  failure: { reason: 'RunImageNotFound', phase: 'prepare', actor: 'user' },
  happened: /\/no\/run-image/,
  advice: /Correct spec.runImage/,
};

/**
 * The incorrect Builds of each backend. The exit code of `prepare` names its failure on every backend, so each backend
 * tests one such failure. The tests of layouts run failing phases in init containers.
 */
const WRONG_BUILDS: Readonly<Record<Backend, Readonly<Record<string, WrongBuild>>>> = {
  taskrun: { ...FOR_THE_LIFECYCLE, 'no repository': NO_REPOSITORY },
  init: { 'too little memory': FOR_THE_LIFECYCLE['too little memory'], 'no right to push': NO_RIGHT_TO_PUSH },
  containers: { ...FOR_THE_LIFECYCLE, 'no run image': NO_RUN_IMAGE },
};

/** Runs all incorrect Builds at the same time. Asserts that each status alone reports the failure and the action. */
export async function expectTold(bed: WholeWayBed, backend: Backend): Promise<void> {
  await Promise.all(
    Object.entries(WRONG_BUILDS[backend]).map(async ([what, { spec, failure, happened, advice }], index) => {
      const build = applicationBuild(bed, `wrong-${backend}-${index}`, spec(bed));
      const status = await runBuild(bed.cluster.client, build, { seconds: 300 });
      expect(status.failure, `${what}: ${JSON.stringify(status)}`).to.include(failure);
      expect(status.failure, what).to.have.property('advice').that.matches(advice);
      expect(JSON.stringify(status.failure), what).to.match(happened);
    }),
  );
}
