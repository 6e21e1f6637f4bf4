import { expect } from 'chai';
import { isJsonObject, parseJson } from '../../../../src/core/model/json.ts';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { parseSystemBuildpack } from '../../../../src/core/model/system-buildpacks.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import {
  someAccount,
  someBuild,
  someClusterBuilder,
  someFacts,
  type TestDocument,
} from '../../../support/documents.ts';
import { objectAt } from '../../../support/json-field.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { readWorkload } from '../../../support/workload.ts';

const BUILDER = `registry.example.com/builder@sha256:${'a'.repeat(64)}`;
const SETTING = 'of SYSTEM_BUILDPACKS';
const RUN = { image: 'registry.example.com/run' };
const APIS = { apis: { platform: { supported: ['0.9', '0.15'] } } };
const NEWEST: Partial<TranslateOptions> = { maximumPlatformApi: '0.15' };

function buildpack(name: string) {
  const [id = '', version = ''] = name.split('@');
  const digest = `sha256:${'b'.repeat(64)}`;
  return { id, version, api: '0.10', diffId: digest, digest, size: 1 };
}

const BUILDPACKS = ['example/agent@2.0.0', 'example/ca@1.1.0', 'example/ca@1.2.0', 'example/own@3.0.0'].map(buildpack);

interface Case {
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly options?: Partial<TranslateOptions>;
  readonly documents?: readonly TestDocument[];
}

function translated(setting: string, { facts = {}, options = NEWEST, documents = [someBuild()] }: Case = {}) {
  const systemBuildpacks = setting.split(',').flatMap((text) => parseSystemBuildpack(text) ?? []);
  const known = { lifecycle: APIS, runImage: RUN, images: [RUN], buildpacks: BUILDPACKS, ...facts };
  const { manifests, problems } = translate(
    [...documents, someAccount(), { ...someFacts(known), locate: () => ({ file: 'facts.yaml', line: 1, column: 1 }) }],
    someOptions({ systemBuildpacks, ...options }),
  );
  const workload = [...manifests].at(-1);
  const read = workload === undefined ? undefined : readWorkload(workload);
  const inputs = parseJson(read?.annotations['taskpack.dev/inputs'] ?? '');
  return {
    problems: problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`),
    file: isJsonObject(inputs) ? objectAt(inputs, 'application')['systemBuildpacks'] : undefined,
    args: (read?.containers ?? []).flatMap(({ name, args = [] }) =>
      args.filter((arg) => arg.startsWith('-system')).map((arg) => `${name} ${arg}`),
    ),
  };
}

describe('SYSTEM_BUILDPACKS', () => {
  it('add buildpacks of the builder to every group, with their versions', () => {
    expect(translated('post:example/agent,pre:example/ca@1.1.0:optional,pre:example/own')).to.deep.equal({
      problems: [],
      file: {
        pre: [
          { id: 'example/ca', version: '1.1.0', optional: true },
          { id: 'example/own', version: '3.0.0' },
        ],
        post: [{ id: 'example/agent', version: '2.0.0' }],
        skipped: [],
      },
      args: ['detect -system=/platform/system.toml'],
    });
    const creator = { ...NEWEST, creatorBuilders: ['*'] };
    expect(translated('pre:example/own', { options: creator }).args).to.deep.equal([
      'create -system=/platform/system.toml',
    ]);
  });

  it('keep the buildpacks of the system.toml of the builder, next to the group', () => {
    const pre = [{ id: 'example/own' }, { id: 'example/ca', version: '1.1.0' }, { id: 'not/known' }];
    const facts = { systemBuildpacks: { pre, post: [{ id: 'example/own', version: '3.0.0', optional: true }] } };
    const { problems, file } = translated('pre:example/ca@1.2.0,post:example/agent', { facts });
    expect([problems, file]).to.deep.equal([
      [],
      {
        pre: [
          { id: 'example/ca', version: '1.2.0' },
          { id: 'example/own', version: '3.0.0' },
        ],
        post: [
          { id: 'example/own', version: '3.0.0', optional: true },
          { id: 'example/agent', version: '2.0.0' },
        ],
        skipped: [],
      },
    ]);
  });

  it('are those of the status if the builder is a Builder whose facts list none', () => {
    const documents = [
      someBuild({ builder: { ref: { kind: 'ClusterBuilder', name: 'base' } } }),
      someClusterBuilder({
        latestImage: 'registry.example.com/builder',
        builderMetadata: [{ id: 'example/agent', version: '4.0.0' }],
      }),
    ];
    expect(translated('pre:example/agent', { documents, facts: { buildpacks: undefined } }).file).to.deep.equal({
      pre: [{ id: 'example/agent', version: '4.0.0' }],
      post: [],
      skipped: [],
    });
  });

  it('change no rebase', () => {
    const build = someBuild(
      { lastBuild: { image: 'registry.example.com/app', stackId: 'io.example.stack' } },
      { annotations: { 'image.kpack.io/reason': 'STACK' } },
    );
    const facts = { lifecycle: { apis: { platform: { supported: ['0.9', '0.11'] } } } };
    const { problems, file, args } = translated('pre:not/there', { documents: [build], facts });
    expect([problems, file, args]).to.deep.equal([[], undefined, []]);
  });

  /** The fault, and the advice if the buildpack is required. */
  const FAULTS: readonly (readonly [entry: string, fault: string, advice: string, Case?])[] = [
    [
      'pre:not/there',
      `buildpack not/there ${SETTING} is not in builder image ${BUILDER}`,
      'use a builder with the buildpack',
    ],
    [
      'post:example/ca@1.0.0',
      `buildpack example/ca@1.0.0 ${SETTING} is not in builder image ${BUILDER}, which contains 1.1.0, 1.2.0`,
      'use a builder with the buildpack',
    ],
    [
      'post:example/ca',
      `buildpack example/ca ${SETTING} has several versions in builder image ${BUILDER}: 1.1.0, 1.2.0`,
      'write one of them, such as post:example/ca@1.2.0',
    ],
    [
      'pre:example/agent',
      `buildpack example/agent ${SETTING} is not in builder image ${BUILDER}`,
      'the ImageFacts at facts.yaml:1:1 have no buildpacks: add the field, or replace them by the output of "taskpack inspect registry.example.com/builder"',
      { facts: { buildpacks: undefined } },
    ],
    [
      'pre:example/agent',
      `buildpack example/agent ${SETTING} needs platform API 0.15, and builder image ${BUILDER} runs with 0.9`,
      'set MAXIMUM_PLATFORM_API_VERSION (--platform-api) to 0.15',
      { options: {} },
    ],
    [
      'pre:example/agent',
      `buildpack example/agent ${SETTING} needs platform API 0.15, and builder image ${BUILDER} runs with 0.9`,
      'use a builder with run.toml and a lifecycle that supports platform API 0.15',
      { facts: { lifecycle: { apis: { platform: { supported: ['0.9', '0.14'] } } }, images: [] } },
    ],
  ];

  for (const [entry, fault, advice, given] of FAULTS) {
    it(`refuse a Build that cannot use ${entry}, unless the buildpack is optional`, () => {
      const refused = translated(entry, given);
      expect(refused.problems).to.deep.equal([`error: spec.builder: ${fault}: ${advice}`]);
      const skip = `${fault}; the Build runs without the buildpack`;
      const { problems, file, args } = translated(`${entry}:optional`, given);
      expect(problems).to.deep.equal([`warning: spec.builder: ${skip}`]);
      expect([file, args]).to.deep.equal([{ pre: [], post: [], skipped: [skip] }, []]);
    });
  }
});
