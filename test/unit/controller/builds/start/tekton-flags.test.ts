import { expect } from 'chai';
import { createTektonFlags } from '../../../../../src/controller/builds/start/tekton-flags.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { tektonFeatures } from '../../../../../src/core/model/tekton-features.ts';
import { KubeError, type KubeErrorCode } from '../../../../../src/clients/kube/kube-error.ts';

const NEVER = new AbortController().signal;

interface World {
  /** The flags or the error for each namespace. */
  readonly answers: Record<string, Readonly<Record<string, string>> | KubeErrorCode>;
  readonly told?: boolean;
  /** The version in the ConfigMap `pipelines-info`. */
  readonly version?: string;
  /** The default Pod template in the ConfigMap `config-defaults`. */
  readonly template?: string;
}

function asked({ answers, told, version, template }: World) {
  const questions: string[] = [];
  let time = 0;
  const get = async (
    _: unknown,
    { namespace = '', name }: { readonly namespace?: string; readonly name: string },
  ): Promise<KubeObject> => {
    if (name === 'pipelines-info' && version !== undefined) {
      return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { version } };
    }
    if (name === 'config-defaults' && template !== undefined) {
      return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { 'default-pod-template': template } };
    }
    if (name !== 'feature-flags') throw new KubeError('NOT_FOUND', `get configmaps ${name}`, 'no');
    questions.push(namespace);
    const answer = answers[namespace] ?? 'NOT_FOUND';
    if (typeof answer === 'string') throw new KubeError(answer, 'get configmaps feature-flags', 'no');
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'feature-flags' }, data: answer };
  };
  const flags = createTektonFlags({ get } as never, { elapsed: () => time }, () => told);
  return {
    questions,
    ask: async () => !tektonFeatures(await flags.installation(NEVER)).dummySidecar,
    hidesSecrets: async () => flags.hidesSecrets(NEVER),
    installation: async () => flags.installation(NEVER),
    wait: (milliseconds: number) => void (time += milliseconds),
  };
}

const NATIVE = { 'enable-kubernetes-sidecar': 'true' };

const HIDDEN = { 'disable-creds-init': 'true' };

const ROWS: readonly (readonly [string, World, boolean])[] = [
  ['where the flag is set', { answers: { 'tekton-pipelines': NATIVE }, told: false }, true],
  ['where it is set in the namespace of OpenShift', { answers: { 'openshift-pipelines': NATIVE } }, true],
  ['where the flag is not set', { answers: { 'tekton-pipelines': {} }, told: true }, false],
  [
    'where the flags may not be read, and a TaskRun tells',
    { answers: { 'tekton-pipelines': 'FORBIDDEN' }, told: true },
    true,
  ],
  ['where nobody tells', { answers: {} }, false],
];

describe('the default node selector of TaskRuns', () => {
  for (const [template, selector] of [
    ['nodeSelector:\n  pool: builds\nhostNetwork: true', { pool: 'builds' }],
    ['hostNetwork: true', undefined],
    ['nodeSelector: [a]', undefined],
    ['nodeSelector: {', undefined],
    [undefined, undefined],
  ] as const) {
    it(`is ${JSON.stringify(selector)} in ${JSON.stringify(template)}`, async () => {
      const world = { answers: {}, ...(template !== undefined && { template }) };
      expect((await asked(world).installation()).defaultNodeSelector).to.deep.equal(selector);
    });
  }
});

describe('what shows native sidecars', () => {
  for (const [where, world, isOn] of ROWS) {
    it(`is ${isOn} ${where}`, async () => expect(await asked(world).ask()).to.equal(isOn));
  }

  it('reads the ConfigMap again after five seconds', async () => {
    const world: World = { answers: { 'tekton-pipelines': { 'enable-kubernetes-sidecar': 'false' } } };
    const { ask, wait, questions } = asked(world);
    expect(await ask()).to.equal(false);
    world.answers['tekton-pipelines'] = NATIVE;
    wait(4999);
    expect(await ask()).to.equal(false);
    expect(questions).to.have.length(1);
    wait(1);
    expect(await ask()).to.equal(true);
  });

  it('rejects while the API server does not answer', async () => {
    const { ask } = asked({ answers: { 'tekton-pipelines': 'UNAVAILABLE' }, told: true });
    expect(await ask().catch(({ code }: KubeError) => code)).to.equal('UNAVAILABLE');
  });
});

const HIDING: readonly (readonly [string, World, boolean])[] = [
  ['where the flag is set', { answers: { 'tekton-pipelines': HIDDEN } }, true],
  ['where it is set in the namespace of OpenShift', { answers: { 'openshift-pipelines': HIDDEN } }, true],
  ['where it is not', { answers: { 'tekton-pipelines': { ...NATIVE, 'disable-creds-init': 'false' } } }, false],
  ['where the flags may not be read', { answers: { 'tekton-pipelines': 'FORBIDDEN' }, told: true }, false],
];

describe('hidesSecrets', () => {
  for (const [where, world, isOn] of HIDING) {
    it(`is ${isOn} ${where}`, async () => expect(await asked(world).hidesSecrets()).to.equal(isOn));
  }

  it('shares the ConfigMap with the installation', async () => {
    const { ask, hidesSecrets, questions } = asked({ answers: { 'tekton-pipelines': HIDDEN } });
    expect([await ask(), await hidesSecrets()]).to.deep.equal([false, true]);
    expect(questions).to.have.length(1);
  });
});

describe('installation', () => {
  it('has the version and the flags of the ConfigMaps', async () => {
    const { installation } = asked({ answers: { 'tekton-pipelines': NATIVE }, version: 'v0.62.1' });
    expect(await installation()).to.deep.equal({ version: 'v0.62.1', flags: NATIVE, hasNativeSidecars: undefined });
  });

  it('has neither if no ConfigMap shows them', async () => {
    const { installation } = asked({ answers: { 'tekton-pipelines': 'FORBIDDEN' } });
    expect(await installation()).to.deep.equal({ version: undefined, flags: undefined, hasNativeSidecars: undefined });
  });
});
