import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { readWorkload } from '../../../support/workload.ts';

type Fields = Readonly<Record<string, unknown>>;

const NEW = { lifecycle: { apis: { platform: { supported: ['0.9', '0.14', '0.15'] } } } };
const RUN_TOML = { images: [{ image: 'registry.example.com/run' }] };
const OLD = { lifecycle: { apis: { platform: { supported: ['0.9', '0.14'] } } } };

/** The annotation, the facts of the builder, the maximum and the problem. */
const REFUSED: readonly (readonly [
  title: string,
  execEnv: string,
  facts: Fields,
  maximum: string | undefined,
  says: string,
])[] = [
  [
    'with an older lifecycle',
    'test',
    { ...OLD, ...RUN_TOML },
    undefined,
    'the execution environment "test" needs platform API 0.15, but the builder has 0.9, 0.14: use a builder with lifecycle 0.21 or newer, or build without an execution environment',
  ],
  [
    'above the maximum of the operator',
    'test',
    { ...NEW, ...RUN_TOML },
    '0.14',
    'the execution environment "test" needs platform API 0.15, but MAXIMUM_PLATFORM_API_VERSION is 0.14: raise it, or build without an execution environment',
  ],
  ...['', 'a/b', '-test', 'a b', `a${'b'.repeat(63)}`, '$(X)'].map(
    (execEnv) =>
      [
        `with the name ${JSON.stringify(execEnv)}`,
        execEnv,
        { ...NEW, ...RUN_TOML },
        undefined,
        "the execution environment must be at most 63 letters, digits, '.', '_' and '-', and begin with a letter or digit",
      ] as const,
  ),
];

describe('the execution environment of a Build', () => {
  it('is in the phases that read it, at platform API 0.15', () => {
    const containers = containersOf({ 'taskpack.dev/exec-env': 'test' });
    expect(valuesOf('CNB_EXEC_ENV', containers)).to.deep.equal({
      detect: 'test',
      restore: 'test',
      build: 'test',
      export: 'test',
    });
    expect(new Set(Object.values(valuesOf('CNB_PLATFORM_API', containers)))).to.deep.equal(new Set(['0.15']));
  });

  it('is the default, for which every builder works, if it is production', () => {
    const named = containersOf({ 'taskpack.dev/exec-env': 'production' }, {}, { ...OLD, ...RUN_TOML });
    expect(named).to.deep.equal(containersOf({}, {}, { ...OLD, ...RUN_TOML }));
  });

  for (const to of ['taskrun', 'pod'] as const) {
    it(`has a run.toml of its own if the builder image has none: ${to}`, () => {
      const containers = containersOf({ 'taskpack.dev/exec-env': 'test' }, {}, NEW, { to });
      const withFile = containers.filter(({ args = [] }) => args.includes('-run=/var/run-images/run.toml'));
      expect(withFile.map(({ name }) => name)).to.deep.equal(['restore', 'export']);
      const mounted = containers.filter(({ volumeMounts = [] }) =>
        volumeMounts.some(({ mountPath }) => mountPath === '/var/run-images'),
      );
      expect(mounted.map(({ name }) => name)).to.deep.equal(['prepare', 'restore', 'export']);
    });
  }

  it('has a cache image of its own', () => {
    const spec = { cache: { registry: { tag: 'registry.example.com/cache:v1' } } };
    const caches = (annotations: Fields): readonly string[] =>
      containersOf(annotations, spec).flatMap(({ args = [] }) => args.filter((arg) => arg.startsWith('-cache-image=')));
    const own = '-cache-image=registry.example.com/cache:v1-test';
    expect(caches({ 'taskpack.dev/exec-env': 'test' })).to.deep.equal([own, own, own]);
    const shared = '-cache-image=registry.example.com/cache:v1';
    expect(caches({ 'taskpack.dev/exec-env': 'production' })).to.deep.equal([shared, shared, shared]);
  });

  it('refuses a cache whose image would replace the application', () => {
    const spec = {
      tags: ['registry.example.com/app:v1-test'],
      cache: { registry: { tag: 'registry.example.com/app:v1' } },
    };
    expect(problemsOf({ 'taskpack.dev/exec-env': 'test' }, spec)).to.deep.equal([
      'spec.cache.registry.tag: invalid value: registry.example.com/app:v1-test (it is the same as the tag registry.example.com/app:v1-test, and the cache image would replace the application: use another tag)',
    ]);
  });

  it('restores nothing if the last image is of another environment', () => {
    const lastBuild = {
      image: `registry.example.com/app@sha256:${'a'.repeat(64)}`,
      cache: { image: `registry.example.com/cache@sha256:${'c'.repeat(64)}` },
    };
    const spec = { cache: { registry: { tag: 'registry.example.com/cache' } }, lastBuild };
    const containers = containersOf({ 'taskpack.dev/last-exec-env': 'test' }, spec);
    expect(valuesOf('CNB_SKIP_LAYERS', containers)).to.deep.equal({ analyze: 'true', restore: 'true' });
    const args = containers.flatMap(({ args: all = [] }) => all);
    expect(args).to.include('-cache-image=registry.example.com/cache');
    expect(args.join(' ')).not.to.include(lastBuild.cache.image);
    expect(valuesOf('CNB_SKIP_LAYERS', containersOf({}, spec))).to.deep.equal({});
  });

  for (const [title, execEnv, facts, maximum, says] of REFUSED) {
    it(`is refused ${title}`, () => {
      const options = maximum === undefined ? {} : { maximumPlatformApi: maximum };
      expect(problemsOf({ 'taskpack.dev/exec-env': execEnv }, {}, facts, options)).to.deep.equal([
        `metadata.annotations[taskpack.dev/exec-env]: ${says}`,
      ]);
    });
  }
});

function translated(annotations: Fields, spec: Fields, facts: Fields, options: Partial<TranslateOptions>) {
  const documents = [someBuild(spec, { annotations }), someAccount(), someFacts(facts)];
  return translate(documents, someOptions({ to: 'pod', ...options }));
}

function problemsOf(
  annotations: Fields,
  spec: Fields = {},
  facts: Fields = { ...NEW, ...RUN_TOML },
  options: Partial<TranslateOptions> = {},
): readonly string[] {
  return translated(annotations, spec, facts, options).problems.map(formatProblem);
}

function containersOf(
  annotations: Fields,
  spec: Fields = {},
  facts: Fields = { ...NEW, ...RUN_TOML },
  options: Partial<TranslateOptions> = {},
) {
  const { manifests, problems } = translated(annotations, spec, facts, options);
  expect(problems.map(formatProblem)).to.deep.equal([]);
  return readWorkload([...manifests].at(-1)).containers;
}

/** Returns the value of a variable in each container that has it. */
function valuesOf(name: string, containers: ReturnType<typeof containersOf>): Readonly<Record<string, string>> {
  const found = containers.flatMap(({ name: container, env = [] }) =>
    env.flatMap((variable) => (variable.name === name ? [[container, variable.value ?? '']] : [])),
  );
  return Object.fromEntries(found) as Readonly<Record<string, string>>;
}
