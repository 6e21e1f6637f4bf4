import { expect } from 'chai';
import { isJsonObject, type JsonObject } from '../../../../src/core/model/json.ts';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

const ARM64 = { platform: { os: 'linux', architecture: 'arm64' } };
const INDEX = { ...ARM64, indexDigest: `sha256:${'1'.repeat(64)}` };
const REBASE = {
  spec: { lastBuild: { image: `registry.example.com/app@sha256:${'b'.repeat(64)}`, stackId: 'io.example.stack' } },
  metadata: { annotations: { 'image.kpack.io/reason': 'STACK' } },
};
const WARNING =
  'spec.nodeSelector[kubernetes.io/arch]: kpack 0.18 refuses this key, because the builder image determines the architecture; remove the key before you go back to kpack';

type Fields = Readonly<Record<string, unknown>>;

interface Case {
  readonly spec?: Fields;
  readonly metadata?: Fields;
  readonly facts: Fields;
  readonly to?: 'pod' | 'taskrun';
}

/** Returns the node selector of a Build's workload, and the problems. */
function translated({ spec = {}, metadata = {}, facts, to = 'pod' }: Case): {
  readonly selector?: unknown;
  readonly problems: readonly string[];
} {
  const documents = [someBuild(spec, metadata), someAccount(), someFacts(facts)];
  const { manifests, problems } = translate(documents, someOptions({ to }));
  const workload = [...manifests].find(({ kind }) => kind === 'Pod' || kind === 'TaskRun');
  const podSpec = (to === 'pod' ? workload?.['spec'] : podTemplate(workload)) as JsonObject | undefined;
  return { ...(podSpec !== undefined && { selector: podSpec['nodeSelector'] }), problems: problems.map(formatProblem) };
}

function podTemplate(taskRun: { readonly [field: string]: unknown } | undefined): JsonObject | undefined {
  const spec = taskRun?.['spec'] as JsonObject | undefined;
  return isJsonObject(spec?.['podTemplate']) ? spec['podTemplate'] : undefined;
}

/** Returns the fields of a Build that requires nodes that fit one of the expressions. */
function requiring(...expressions: readonly Fields[]): Fields {
  const nodeSelectorTerms = expressions.map((expression) => ({ matchExpressions: [expression] }));
  return { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } };
}

describe('the node selector', () => {
  for (const to of ['pod', 'taskrun'] as const) {
    it(`has the architecture of the builder image: ${to}`, () => {
      expect(translated({ facts: ARM64, to })).to.deep.equal({
        selector: { 'kubernetes.io/arch': 'arm64' },
        problems: [],
      });
    });
  }

  it('has the architecture beside the labels of the Build', () => {
    const { selector } = translated({ spec: { nodeSelector: { pool: 'builds' } }, facts: ARM64 });
    expect(selector).to.deep.equal({ pool: 'builds', 'kubernetes.io/arch': 'arm64' });
  });

  it('has the name that nodes have for the architecture', () => {
    const facts = { platform: { os: 'linux', architecture: 'aarch64' } };
    expect(translated({ facts }).selector).to.deep.equal({ 'kubernetes.io/arch': 'arm64' });
  });

  for (const platform of [undefined, { os: 'linux', architecture: 'no label' }]) {
    it(`has no architecture if no node can have that of the image: ${platform?.architecture}`, () => {
      expect(translated({ facts: { platform } })).to.deep.equal({ selector: undefined, problems: [] });
    });
  }

  it('has the architecture of the image of an index that the facts describe', () => {
    expect(translated({ facts: INDEX }).selector).to.deep.equal({ 'kubernetes.io/arch': 'arm64' });
  });

  for (const [title, spec] of [
    ['the old label', { nodeSelector: { 'beta.kubernetes.io/arch': 'arm64' } }],
    ['a required affinity', requiring({ key: 'kubernetes.io/arch', operator: 'In', values: ['arm64'] })],
    [
      'an affinity to one of our platforms',
      requiring({ key: 'kubernetes.io/arch', operator: 'In', values: ['s390x', 'arm64'] }),
    ],
  ] as const) {
    it(`has the architecture that ${title} chooses in an index`, () => {
      const { selector, problems } = translated({ spec, facts: INDEX });
      expect(problems).to.deep.equal([]);
      expect(selector).to.include({ 'kubernetes.io/arch': 'arm64' });
    });
  }

  for (const [title, spec, refusal] of [
    [
      'the old label',
      { nodeSelector: { 'beta.kubernetes.io/arch': 'amd64' } },
      /^spec\.nodeSelector\[beta.*for arm64 only, not for amd64: remove the key/,
    ],
    [
      'a required affinity',
      requiring({ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }),
      /^spec\.affinity\.nodeAffinity\.required.*not for amd64: allow nodes for arm64/,
    ],
    [
      'an alias of an architecture',
      { nodeSelector: { 'kubernetes.io/arch': 'aarch64' } },
      /not for aarch64: remove the key/,
    ],
  ] as const) {
    it(`must fit the builder image: ${title}`, () => {
      const errors = translated({ spec, facts: ARM64 }).problems.filter((problem) => problem !== WARNING);
      expect(errors).to.have.length(1);
      expect(errors[0]).to.match(refusal);
    });
  }

  it('is not bound by other expressions, by terms without an architecture, and by preferences', () => {
    const arch = { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] };
    const preferred = {
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: { matchExpressions: [arch] } }],
    };
    for (const spec of [
      requiring({ ...arch, operator: 'NotIn' }),
      requiring(arch, { key: 'pool', operator: 'Exists' }),
      { affinity: { nodeAffinity: preferred } },
    ]) {
      expect(translated({ spec, facts: ARM64 })).to.deep.equal({
        selector: { 'kubernetes.io/arch': 'arm64' },
        problems: [],
      });
    }
  });

  it('has the architecture in a rebase, also with a builder that is an index', () => {
    for (const facts of [ARM64, INDEX])
      expect(translated({ ...REBASE, facts }).selector).to.deep.equal({ 'kubernetes.io/arch': 'arm64' });
  });

  it('may have the architecture in the Build, with a warning', () => {
    const spec = { nodeSelector: { 'kubernetes.io/arch': 'arm64' } };
    for (const facts of [ARM64, INDEX, { platform: undefined }]) {
      expect(translated({ spec, facts })).to.deep.equal({ selector: spec.nodeSelector, problems: [WARNING] });
    }
  });

  it('must not have another architecture in the Build than a single builder image', () => {
    const spec = { nodeSelector: { 'kubernetes.io/arch': 'amd64' } };
    const refusal =
      'spec.nodeSelector[kubernetes.io/arch]: builder image registry.example.com/builder is for arm64 only, not for amd64: remove the key, or use a builder for amd64';
    for (const build of [{ spec }, { ...REBASE, spec: { ...REBASE.spec, ...spec } }]) {
      expect(translated({ ...build, facts: ARM64 })).to.deep.equal({ problems: [WARNING, refusal] });
    }
  });
});
