import { expect } from 'chai';
import { imageFacts } from '../../../../src/core/api/taskpack/image-facts.ts';
import { taskBuilder } from '../../../../src/core/resolver/task-builder.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts, type TestDocument } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { readWorkload } from '../../../support/workload.ts';

const NEED = 'error: spec.builder: the order of the builder has image extensions, which need platform API 0.13';
const LIFECYCLE_WARNING =
  'warning: spec.builder: the builder has image extensions, which its lifecycle does not run: assumed that its buildpacks do not need them';
const CREATOR_WARNING =
  'warning: spec.builder: the builder has image extensions, which do not run in one container: the Build fails if one of them passes detection, so remove the builder from CREATOR_BUILDERS';
const EXTENSIONS = [{ id: 'example/curl', version: '1.0.0' }];
const RUN = { image: 'registry.example.com/run' };

function problemsOf(
  platform: Readonly<Record<string, readonly string[]>>,
  { build = someBuild(), options = {}, extensions = EXTENSIONS, ...images }: Partial<Case> = {},
): readonly string[] {
  const facts = someFacts({ lifecycle: { apis: { platform } }, runImage: RUN, images: [RUN], extensions, ...images });
  return translate([build, someAccount(), facts], someOptions(options)).problems.map(
    (problem) => `${problem.severity}: ${formatProblem(problem)}`,
  );
}

interface Case {
  readonly build: TestDocument;
  readonly options: Partial<TranslateOptions>;
  readonly extensions: typeof EXTENSIONS;
  readonly images: undefined;
}

interface SeenPhase {
  readonly api: string | undefined;
  readonly words: readonly string[];
  readonly variables: readonly string[];
  readonly readOnly: readonly string[];
}

/** Returns the phases of the lifecycle in the Pod of a Build with such a builder. */
function phasesOf(options: Partial<TranslateOptions>): readonly SeenPhase[] {
  const facts = someFacts({
    lifecycle: { apis: { platform: { supported: ['0.9', '0.13', '0.14'] } } },
    runImage: RUN,
    images: [{ ...RUN, mirrors: ['mirror.example.com/run'] }, { image: 'registry.example.com/run-full' }],
    extensions: EXTENSIONS,
  });
  const { manifests, problems } = translate(
    [someBuild(), someAccount(), facts],
    someOptions({ ...options, to: 'pod', layout: 'init' }),
  );
  expect(problems.map(formatProblem)).to.deep.equal([]);
  return readWorkload([...manifests].at(-1))
    .containers.filter(({ name }) => !['prepare', 'completion'].includes(name))
    .map(({ command = [], args = [], env = [], volumeMounts = [] }) => ({
      api: env.find(({ name }) => name === 'CNB_PLATFORM_API')?.value,
      words: [...command, ...args],
      variables: env.map(({ name }) => name),
      readOnly: volumeMounts.filter(({ readOnly }) => readOnly).map(({ mountPath }) => mountPath),
    }));
}

/** Returns the security contexts of the containers or steps. */
function contextsOf(options: Partial<TranslateOptions>): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const facts = someFacts({
    lifecycle: { apis: { platform: { supported: ['0.13'] } } },
    runImage: RUN,
    images: [RUN],
    extensions: EXTENSIONS,
  });
  const { manifests } = translate([someBuild(), someAccount(), facts], someOptions(options));
  const { containers } = readWorkload([...manifests].at(-1));
  return Object.fromEntries(containers.map(({ name, securityContext = {} }) => [name, securityContext]));
}

describe('a builder with image extensions in its order', () => {
  it('builds at the lowest Platform API that runs them, or at the maximum', () => {
    expect(phasesOf({}).map(({ api }) => api)).to.deep.equal(Array(5).fill('0.13'));
    expect(phasesOf({ maximumPlatformApi: '0.14' }).map(({ api }) => api)).to.deep.equal(Array(5).fill('0.14'));
  });

  it('lets detect write only to a copy, and checks the run image before restore and before export', () => {
    const [, detect, restore, build, last] = phasesOf({ extensionRunImagePatterns: ['registry.example.com/runs/*'] });
    expect(detect?.words.slice(0, 5)).to.deep.equal([
      '/var/taskpack/taskpack-export',
      'before-detect',
      '-from=/var/analyzed/analyzed.toml',
      '--',
      '/cnb/lifecycle/detector',
    ]);
    expect(detect?.words).to.include.members([
      '-analyzed=/var/detected/analyzed.toml',
      '-generated=/var/detected/generated',
    ]);
    expect(detect?.variables).not.to.include('CNB_ANALYZED_PATH');
    expect(detect?.readOnly).to.include.members(['/var/analyzed', '/var/taskpack']);
    const allowed = [
      '-run-image=registry.example.com/run',
      '-run-image=mirror.example.com/run',
      '-run-image=registry.example.com/run-full',
      '-run-image-pattern=registry.example.com/runs/*',
    ];
    expect(restore?.words.slice(0, 9)).to.deep.equal([
      '/var/taskpack/taskpack-export',
      'before-restore',
      '-from=/var/detected/analyzed.toml',
      '-generated=/var/detected/generated',
      ...allowed,
      '--',
    ]);
    expect(restore?.readOnly).to.include.members(['/var/detected', '/var/taskpack']);
    expect(last?.words.slice(0, 6)).to.deep.equal(['/var/taskpack/taskpack-export', ...allowed, '--']);
    expect(build?.variables).to.include('CNB_ANALYZED_PATH');
  });

  it('runs the extender as root in build, with no other privilege, if EXTENSION_BUILDERS has it', () => {
    const allowed = { extensionBuilders: ['registry.example.com/*'] };
    const capabilities = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'];
    for (const [form, waiter] of [
      [{ to: 'pod', layout: 'init' }, []],
      [{ to: 'pod', layout: 'containers', injectedSidecars: 'none' }, ['KILL']],
      [{ to: 'taskrun' }, ['KILL']],
    ] as const) {
      for (const [extensionUserNamespaces, added] of [
        [true, ['SETFCAP']],
        [false, []],
      ] as const) {
        const contexts = contextsOf({ ...form, ...allowed, extensionUserNamespaces });
        const { capabilities: given, ...build } = contexts['build'] ?? {};
        expect(build).to.deep.equal({
          runAsNonRoot: false,
          runAsUser: 0,
          runAsGroup: 0,
          allowPrivilegeEscalation: false,
          privileged: false,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        expect(given).to.deep.equal({ drop: ['ALL'], add: [...capabilities, ...waiter, ...added].toSorted() });
        expect(Object.keys(contexts).filter((phase) => contexts[phase]?.['runAsNonRoot'] !== true)).to.deep.equal([
          'build',
        ]);
      }
    }
  });

  it('needs a Tekton that gives Pods a user namespace, or the consent of the operator', () => {
    const options = { to: 'taskrun', extensionBuilders: ['registry.example.com/*'], tektonVersion: '1.8.0' } as const;
    const platform = { supported: ['0.13'] };
    expect(problemsOf(platform, { options })).to.deep.equal([
      `error: spec.builder: the image extensions of registry.example.com/builder@sha256:${'a'.repeat(64)} run as root, and this Tekton cannot give a Pod a user namespace: update Tekton to 1.9, run the Build as a Pod, or set EXTENSION_USER_NAMESPACES to false, which makes the extensions root on the node`,
    ]);
    expect(problemsOf(platform, { options: { ...options, tektonVersion: '1.9.0' } })).to.deep.equal([]);
    expect(problemsOf(platform, { options: { ...options, extensionUserNamespaces: false } })).to.deep.equal([]);
  });

  it('is refused if the maximum is lower, or if no Platform API runs them', () => {
    const refusal = (supported: readonly string[], options: Partial<TranslateOptions> = {}): readonly string[] =>
      problemsOf({ supported }, { options });
    const lower = (maximum: string): string =>
      `${NEED}, but MAXIMUM_PLATFORM_API_VERSION is ${maximum}: raise it, or use a builder without order-extensions`;
    for (const maximumPlatformApi of ['0.9', '0.12'])
      expect(refusal(['0.7', '0.9', '0.10', '0.14'], { maximumPlatformApi })).to.deep.equal([
        lower(maximumPlatformApi),
      ]);
    expect(problemsOf({ deprecated: ['v0.10'], supported: ['0.9'] })).to.deep.equal([
      `${NEED}, but the builder has v0.10, 0.9: use a builder with lifecycle 0.19 or newer, or use a builder without order-extensions`,
    ]);
    const withoutRunToml = { build: someBuild(), images: undefined };
    expect(problemsOf({ supported: ['0.9', '0.13'] }, withoutRunToml)).to.deep.equal([
      `${NEED}, which reads run.toml, and the builder image has none: use a builder whose label names run images, or a builder without order-extensions`,
    ]);
  });

  it('is refused for both reasons if the maximum is too low for an environment, too', () => {
    const build = someBuild({}, { annotations: { 'taskpack.dev/exec-env': 'test' } });
    const problems = problemsOf({ supported: ['0.9', '0.15'] }, { build, options: { maximumPlatformApi: '0.12' } });
    expect(problems).to.have.length(2);
    expect(problems[0]).to.include(NEED);
    expect(problems[1]).to.include('the execution environment "test" needs platform API 0.15');
  });

  it('causes a warning if its lifecycle does not read them', () => {
    expect(problemsOf({ supported: ['0.3', '0.9'] })).to.deep.equal([LIFECYCLE_WARNING]);
  });

  it('causes a warning in creator mode, which fails only if an extension applies', () => {
    const options = { creatorBuilders: ['*'] };
    expect(problemsOf({ supported: ['0.9', '0.10'] }, { options })).to.deep.equal([CREATOR_WARNING]);
    expect(problemsOf({ supported: ['0.12'] }, { options: { ...options, maximumPlatformApi: '0.12' } })).to.deep.equal([
      CREATOR_WARNING,
    ]);
  });

  it('builds again instead of a rebase, because a rebase runs no extension', () => {
    const build = someBuild(
      { lastBuild: { image: 'registry.example.com/app', stackId: 'io.example.stack' } },
      { annotations: { 'image.kpack.io/reason': 'STACK' } },
    );
    expect(problemsOf({ supported: ['0.9', '0.11', '0.13'] }, { build })).to.deep.equal([
      'note: spec.builder: full build instead of a rebase, because an image extension of the builder can have chosen the run image',
    ]);
  });

  it('is refused by a Task that builds, and not by one that rebases', () => {
    const facts = imageFacts.parse(someFacts({ extensions: EXTENSIONS }).value);
    const kindOf = (operation: 'build' | 'rebase'): string =>
      taskBuilder({ image: 'registry.example.com/builder' }, facts, { maximum: undefined, operation }).kind;
    expect([kindOf('build'), kindOf('rebase')]).to.deep.equal(['problems', 'builder']);
  });

  it('is accepted without extensions', () => {
    expect(problemsOf({ supported: ['0.9', '0.10'] }, { extensions: [] })).to.deep.equal([]);
  });
});
