import { expect } from 'chai';
import { nativeSidecars } from '../../../../../src/controllers/build/start/native-sidecars.ts';
import type { KubeObject } from '../../../../../src/kube/client/kube-object.ts';
import { KubeError, type KubeErrorCode } from '../../../../../src/kube/kube-error.ts';

const NEVER = new AbortController().signal;

interface World {
  /** What a namespace answers: the flag, or why not. */
  readonly answers: Record<string, { readonly flag?: string } | KubeErrorCode>;
  readonly told?: boolean;
}

function asked({ answers, told }: World) {
  const questions: string[] = [];
  let time = 0;
  const get = async (_: unknown, { namespace = '' }: { readonly namespace?: string }): Promise<KubeObject> => {
    questions.push(namespace);
    const answer = answers[namespace] ?? 'NOT_FOUND';
    if (typeof answer === 'string') throw new KubeError(answer, 'get configmaps feature-flags', 'no');
    const data = answer.flag === undefined ? {} : { 'enable-kubernetes-sidecar': answer.flag };
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'feature-flags' }, data };
  };
  const ask = nativeSidecars({ client: { get } as never, elapsed: () => time }, () => told);
  return { questions, ask: async () => ask(NEVER), wait: (milliseconds: number) => void (time += milliseconds) };
}

const ROWS: readonly (readonly [string, World, boolean])[] = [
  ['where the flag is set', { answers: { 'tekton-pipelines': { flag: 'true' } }, told: false }, true],
  ['where it is set in the namespace of OpenShift', { answers: { 'openshift-pipelines': { flag: 'true' } } }, true],
  ['where the flag is not set', { answers: { 'tekton-pipelines': {} }, told: true }, false],
  [
    'where the flags may not be read, and a TaskRun tells',
    { answers: { 'tekton-pipelines': 'FORBIDDEN' }, told: true },
    true,
  ],
  ['where nobody tells', { answers: {} }, false],
];

describe('whether sidecars that are declared are native ones', () => {
  for (const [where, world, isOn] of ROWS) {
    it(`is ${isOn} ${where}`, async () => expect(await asked(world).ask()).to.equal(isOn));
  }

  it('is asked for again after some seconds', async () => {
    const world = { answers: { 'tekton-pipelines': { flag: 'false' } } };
    const { ask, wait, questions } = asked(world);
    expect(await ask()).to.equal(false);
    world.answers['tekton-pipelines'] = { flag: 'true' };
    wait(4999);
    expect(await ask()).to.equal(false);
    expect(questions).to.have.length(1);
    wait(1);
    expect(await ask()).to.equal(true);
  });

  it('is not guessed while the API server does not answer', async () => {
    const { ask } = asked({ answers: { 'tekton-pipelines': 'UNAVAILABLE' }, told: true });
    expect(await ask().catch(({ code }: KubeError) => code)).to.equal('UNAVAILABLE');
  });
});
