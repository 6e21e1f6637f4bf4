import { expect } from 'chai';
import type { TaskBuilder } from '../../../../src/core/model/resolved-builder.ts';
import { readTaskArguments } from '../../../../src/steps/prepare/task/task-arguments.ts';
import { readSourceArguments } from '../../../../src/steps/prepare/task/source-arguments.ts';
import { readArguments } from '../../../../src/steps/completion/command-line.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';
import { makeSourceTask } from '../../../../translators/tekton/task/source-task.ts';
import { WAITER_COPY, WAITER_DIRECTORY } from '../../../../translators/phases/volumes.ts';
import { makeTask } from '../../../../translators/tekton/task/task.ts';
import type { TaskKind } from '../../../../translators/tekton/task/task-metadata.ts';
import { someOptions, translationOf } from '../../../support/translation-of.ts';
import { readWorkload, type Container } from '../../../support/workload.ts';

const BUILDER: TaskBuilder = {
  image: `r.example/builder@sha256:${'b'.repeat(64)}`,
  uid: 1001,
  gid: 1000,
  platformApi: '0.9',
  runImage: 'r.example/run',
};

/** The values of the Build in place of the run's parameters and prepare's results. */
const VALUES: Readonly<Record<string, string>> = {
  '$(params.APP_IMAGE)': 'r.example/app',
  '$(params.BUILDER_IMAGE)$(params.CNB_BUILDER_IMAGE)': BUILDER.image,
  '$(params.STEPS_IMAGE)': 'taskpack/steps:test',
  '$(steps.prepare.results.run-image)': 'r.example/run',
  '$(steps.prepare.results.previous-image)': 'r.example/app',
  '$(steps.prepare.results.process-type)': 'web',
  '$(steps.prepare.results.cache-image)': 'r.example/cache',
  '$(steps.prepare.results.tags[*])': 'r.example/app',
};

const FACTS = `---
apiVersion: taskpack.dev/v1alpha1
kind: ImageFacts
image: ${BUILDER.image}
uid: 1001
gid: 1000
stackId: some.stack
lifecycle: { apis: { platform: { supported: ['0.9', '0.11'] } } }
runImage: { image: r.example/run }
---
apiVersion: v1
kind: ServiceAccount
metadata: { name: default }
`;

const BUILDS: Readonly<Record<TaskKind, string>> = {
  build: `apiVersion: kpack.io/v1alpha2
kind: Build
metadata: { name: b }
spec:
  tags: [r.example/app]
  builder: { image: '${BUILDER.image}' }
  source: { git: { url: 'https://g.example/a', revision: main } }
  runImage: { image: r.example/run }
  cache: { registry: { tag: r.example/cache } }
  defaultProcess: web
  lastBuild: { image: r.example/app }
${FACTS}`,
  rebase: `apiVersion: kpack.io/v1alpha2
kind: Build
metadata: { name: b, annotations: { image.kpack.io/reason: STACK } }
spec:
  tags: [r.example/app]
  builder: { image: '${BUILDER.image}' }
  source: { git: { url: 'https://g.example/a', revision: main } }
  runImage: { image: r.example/run }
  lastBuild: { image: r.example/app, stackId: some.stack }
${FACTS}`,
};

interface Step extends Container {
  readonly image: string;
  readonly imagePullPolicy: string;
  readonly script?: string;
  readonly workspaces?: readonly { readonly name: string }[];
}

interface TaskSpec {
  readonly params: readonly { readonly name: string; readonly description: string; readonly default?: unknown }[];
  readonly workspaces: readonly { readonly name: string; readonly mountPath: string }[];
  readonly results: readonly { readonly name: string; readonly value: string }[];
  readonly steps: readonly Step[];
  readonly volumes: readonly { readonly name: string }[];
}

function task(kind: TaskKind, builder?: TaskBuilder): TaskSpec {
  const own = builder === undefined ? {} : { builder };
  return makeTask({ kind, name: 'some', version: '1.2.3', stepsImage: 'r.example/steps:1', ...own })[
    'spec'
  ] as unknown as TaskSpec;
}

function annotationsOf(kind: TaskKind): object {
  const { metadata } = makeTask({ kind, name: 'some', version: '1.2.3', stepsImage: 'r.example/steps:1' });
  return metadata['annotations'] as object;
}

/** The steps of a Build that backends other than a Task's make. */
function stepsOf(kind: TaskKind, to: 'taskrun' | 'pod'): readonly Container[] {
  const { output, problems } = translationOf(BUILDS[kind], 'build.yaml', someOptions({ to }));
  expect(problems).to.deep.equal([]);
  const manifests = parseYaml(output, 'output.yaml').documents.map(({ value }) => value as { readonly kind: string });
  const workload = manifests.find((one) => one.kind === 'TaskRun' || one.kind === 'Pod');
  return readWorkload(workload).containers.filter(({ name }) => name !== 'dummy');
}

/** Without the Platform API, which each kind has one of. */
function inWords(text: string): string {
  return Object.entries(VALUES).reduce((words, [from, to]) => words.replaceAll(from, to), text);
}

/** Variables and arguments that only runs of a Task have, because they depend on its parameters. */
const OF_A_TASK = new Set([
  'CNB_LOG_LEVEL',
  'SSL_CERT_DIR',
  'CNB_EXPERIMENTAL_MODE',
  'CNB_EXEC_ENV',
  'CNB_SKIP_LAYERS',
  'CNB_CACHE_DIR',
  'DOCKER_CONFIG',
  'HOME',
]);

/** The waiter proves the order of the steps in a TaskRun and in a Task, and not in a Pod of the `init` layout. */
function withoutWaiter(step: Container): Container {
  const { command = [], args = [], volumeMounts = [] } = step;
  if (command[0] !== WAITER_COPY) return step;
  const [program = '', ...own] = args.slice(args.indexOf('--') + 1);
  const mounts = volumeMounts.filter(({ name }) => name !== WAITER_DIRECTORY.name && !name.includes('token'));
  return { ...step, command: [program], args: own, volumeMounts: mounts };
}

function programOf({ command = [], args = [], env = [] }: Container): unknown {
  const results =
    /^--remove=\/tekton\/results\/|^-(?:image-url|image-digest|cache-image|outcome|report-to|sbom)=(?:\/|\$\(step\.|\$\(workspaces|$)/;
  return {
    command,
    args: args.map(inWords).filter((arg) => !results.test(arg)),
    env: env
      .filter(({ name }) => !OF_A_TASK.has(name))
      .map(({ name, value = '' }) => ({ name, value: name === 'CNB_PLATFORM_API' ? '' : inWords(value) })),
  };
}

function policies(builder?: TaskBuilder): readonly string[] {
  return task('build', builder).steps.map(({ imagePullPolicy }) => imagePullPolicy);
}

function specOf(builder?: TaskBuilder): unknown {
  const options = { kind: 'build', name: 'buildpacks', version: '0.0.0', stepsImage: 'taskpack/steps:test' } as const;
  return makeTask({ ...options, ...(builder && { builder }) })['spec'];
}

describe('a Task', () => {
  for (const kind of ['build', 'rebase'] as const) {
    for (const backend of ['taskrun', 'pod'] as const) {
      it(`runs the same phases for a ${kind} as a ${backend}`, () => {
        const own = task(kind).steps;
        const others = stepsOf(kind, backend);
        expect(own.map(({ name }) => name)).to.deep.equal(others.map(({ name }) => name));
        for (const [index, other] of others.entries()) {
          const found = own[index];
          if (found === undefined || found.name === 'prepare') continue;
          const step = backend === 'pod' ? withoutWaiter(found) : found;
          expect(programOf(step), step.name).to.deep.equal(programOf(other));
          const mounts = (step.volumeMounts ?? []).filter(
            ({ name }) => !name.startsWith('layers') || step.name !== 'completion',
          );
          const ofOther = (other.volumeMounts ?? []).filter(({ name }) => !name.startsWith('secret'));
          expect(mounts, step.name).to.deep.equal(ofOther);
        }
      });
    }

    for (const builder of [undefined, BUILDER]) {
      describe(`for a ${kind}${builder === undefined ? '' : ' with a fixed builder'}`, () => {
        const spec = task(kind, builder);

        it('has a command and no script in every step', () => {
          for (const { name, command, script } of spec.steps) {
            expect(script, name).to.equal(undefined);
            expect(command, name).to.have.length(1);
          }
        });

        it('passes Pod Security restricted, except for the user, which the run sets', () => {
          for (const { name, securityContext } of spec.steps) {
            expect(securityContext, name).to.deep.include({
              runAsNonRoot: true,
              allowPrivilegeEscalation: false,
              privileged: false,
              seccompProfile: { type: 'RuntimeDefault' },
              capabilities: { drop: ['ALL'] },
            });
            expect(securityContext?.['runAsUser'], name).to.equal(builder?.uid);
          }
        });

        it('mounts no credentials in steps that run buildpacks', () => {
          for (const { name, workspaces = [], volumeMounts = [], env = [] } of spec.steps) {
            if (name !== 'detect' && name !== 'build') continue;
            expect(workspaces).to.deep.equal([{ name: 'bindings' }]);
            expect(volumeMounts.map((one) => one.name)).not.to.include.members(['credentials-dir']);
            expect(env.map((one) => one.name)).not.to.include('DOCKER_CONFIG');
          }
          const withConfig = spec.steps.filter(({ workspaces = [] }) =>
            workspaces.some((one) => one.name === 'dockerconfig'),
          );
          expect(withConfig.map(({ name }) => name)).to.deep.equal(['prepare']);
        });

        it('trusts the certificates of a workspace in all steps that connect to servers', () => {
          for (const { name, workspaces = [], env = [] } of spec.steps) {
            const runsBuildpacks = name === 'detect' || name === 'build';
            const directories = env.find((one) => one.name === 'SSL_CERT_DIR')?.value?.split(':') ?? [];
            expect(directories[0], name).to.equal(runsBuildpacks ? undefined : '$(workspaces.ssl-ca-directory.path)');
            expect(workspaces.some((one) => one.name === 'ssl-ca-directory')).to.equal(!runsBuildpacks);
          }
        });

        it('keeps its credentials outside the home that Tekton writes to', () => {
          const variables = spec.steps.map(({ name, env = [] }) => [name, env.map((one) => one.name)] as const);
          for (const [name, names] of variables) expect(names, name).not.to.include('HOME');
          expect(variables.filter(([, names]) => names.includes('DOCKER_CONFIG')).map(([name]) => name)).to.deep.equal(
            kind === 'build' ? ['analyze', 'restore', 'export', 'completion'] : ['rebase', 'completion'],
          );
        });

        it('mounts each workspace only in the steps that need it, outside the application directory', () => {
          const asked = spec.steps.flatMap(({ workspaces = [] }) => workspaces.map(({ name }) => name));
          expect(spec.workspaces.map(({ name }) => name)).to.have.members([...new Set(asked)]);
          for (const { mountPath } of spec.workspaces)
            expect(mountPath).not.to.match(/^\/(?:workspace|layers|tekton)(?:\/|$)/);
        });

        it('uses every parameter, except those described as without effect', () => {
          const text = JSON.stringify({ steps: spec.steps });
          const used = new Set([...text.matchAll(/\$\(params\.([^)[]+)/g)].map(([, name]) => name));
          const declared = spec.params.filter(({ description }) => description !== 'Has no effect.');
          expect([...used]).to.have.members(declared.map(({ name }) => name));
        });

        it('passes only arguments that prepare and completion accept', () => {
          const [prepare] = spec.steps;
          const given = (prepare?.args ?? []).map((arg) => arg.replace(/^-([a-z-]+)=\$\(params\..*\)$/, '-$1=same'));
          const args = given.filter((arg) => !arg.startsWith('-insecure-registries') && !arg.startsWith('$('));
          const read = readTaskArguments(args);
          expect(read.operation).to.equal(kind);
          expect(read.knownBuilder?.uid).to.equal(builder?.uid);
          expect([...read.resultFiles]).to.deep.equal(
            [...read.resultFiles.keys()].map((name) => [name, `$(step.results.${name}.path)`]),
          );
          const completion = spec.steps.at(-1)?.args ?? [];
          expect(readArguments(completion).kind).to.equal('complete');
        });

        it('refers only to results that prepare declares', () => {
          const text = JSON.stringify(spec.steps);
          const used = new Set([...text.matchAll(/\$\(steps\.prepare\.results\.([a-z-]+)/g)].map(([, name]) => name));
          const declared = (spec.steps[0] as unknown as { readonly results: readonly { readonly name: string }[] })
            .results;
          if (builder !== undefined) used.add('platform-api');
          expect([...used]).to.have.members(declared.map(({ name }) => name));
        });

        it('declares a volume for each mount of its steps', () => {
          const mounted = spec.steps.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name));
          const names = spec.volumes.map(({ name }) => name);
          expect([...new Set(mounted)].map((name) => (name.startsWith('$(') ? 'empty-dir' : name))).to.have.members(
            names,
          );
        });
      });
    }
  }

  it("excludes its buildpacks from the cloud identity of the run's account", () => {
    expect(annotationsOf('build')).to.include({
      'eks.amazonaws.com/skip-containers': 'step-detect,step-build',
      'azure.workload.identity/skip-containers': 'step-detect;step-build',
    });
    // No buildpack runs in a rebase.
    expect(Object.keys(annotationsOf('rebase')).filter((key) => key.endsWith('/skip-containers'))).to.deep.equal([]);
  });

  it('takes each of its results from a different result of its step', () => {
    for (const { name, value } of task('build').results) expect(value).to.equal(`$(steps.completion.results.${name})`);
    expect(task('build').results.map(({ name }) => name)).to.deep.equal([
      'IMAGE_URL',
      'IMAGE_DIGEST',
      'CACHE_IMAGE',
      'APP_IMAGE_URL',
      'APP_IMAGE_DIGEST',
    ]);
  });

  it('pulls a builder image always if it is not pinned by digest', () => {
    expect(new Set(policies().slice(1, -1))).to.deep.equal(new Set(['Always']));
    expect(new Set([...policies(BUILDER), policies()[0], policies().at(-1)])).to.deep.equal(new Set(['IfNotPresent']));
    const byTag = policies({ ...BUILDER, image: 'r.example/builder:1' });
    expect(new Set(byTag.slice(1, -1))).to.deep.equal(new Set(['Always']));
  });

  it('tells its user to set the user of the steps only if no builder is fixed', () => {
    expect(specOf()).to.have.property('description').that.includes('set runAsUser');
    expect(specOf(BUILDER)).to.have.property('description').that.does.not.include('set runAsUser');
    expect(specOf(BUILDER)).to.have.property('description').that.includes(`the user of the builder ${BUILDER.image}`);
  });

  it('passes only arguments that prepare accepts and uses all its parameters', () => {
    const { spec } = makeSourceTask({ name: 'some', version: '1.2.3', stepsImage: 'r.example/steps:1' });
    const { steps, params, workspaces, results, volumes } = spec as unknown as TaskSpec;
    const [step, ...others] = steps;
    expect(others).to.deep.equal([]);
    const given: Readonly<Record<string, string>> = { url: 'https://g.example/a', submodules: 'true' };
    const args = (step?.args ?? []).map((arg) =>
      arg.replace(/\$\((?:params\.(\w+)|workspaces\.(\w+)[^)]*)\)/, (_, name = '', place = '') => given[name] ?? place),
    );
    const read = readSourceArguments(args);
    expect(read.source).to.deep.equal({
      kind: 'git',
      url: 'https://g.example/a',
      revision: 'HEAD',
      initializeSubmodules: true,
    });
    expect([...read.resultFiles.keys()]).to.deep.equal(results.map(({ name }) => name));
    const text = JSON.stringify(step);
    for (const { name } of params) expect(text).to.contain(`$(params.${name})`);
    for (const { name } of workspaces) expect(text).to.contain(`$(workspaces.${name}.path)`);
    expect(step?.volumeMounts?.map(({ name }) => name)).to.deep.equal(volumes.map(({ name }) => name));
    expect(step?.script).to.equal(undefined);
  });
});
