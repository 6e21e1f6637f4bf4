import { expect } from 'chai';
import { KubeError } from '../../../../src/clients/kube/kube-error.ts';
import { buildLog, type BuildLogOptions, type LogEnd } from '../../../../src/insight/logs/build-log.ts';
import type { LogSelection } from '../../../../src/insight/logs/log-target.ts';
import type { ObservedPod } from '../../../../src/insight/logs/pod-log.ts';
import { fakeKubelet, type FakeKubelet } from './fake-kubelet.ts';
import { somePod, type PodParts } from './some-pods.ts';

function present(parts: PodParts): ObservedPod {
  return { kind: 'present', pod: somePod(parts) };
}

function logOf(word: string): string {
  return `2026-01-02T03:04:05.000000000Z ${word}\n`;
}

/** A log for each container, which says the container's name. */
function saying(...containers: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(containers.map((container) => [container, logOf(`${container} speaks`)]));
}

interface Shown {
  readonly shown: readonly string[];
  readonly end: LogEnd;
}

/** The log as texts, headings with a hash in front. */
async function show(
  kubelet: FakeKubelet,
  { wanted = { kind: 'phases' }, follow = false, part }: Partial<Omit<BuildLogOptions, 'namespace'>> = {},
): Promise<Shown> {
  const entries = buildLog(kubelet, { namespace: 'team', wanted, follow, ...(part && { part }) });
  const shown: string[] = [];
  for (;;) {
    const next = await entries.next();
    if (next.done === true) return { shown, end: next.value };
    const entry = next.value;
    if (entry.kind === 'heading') shown.push(`# ${entry.title}`);
    if (entry.kind === 'line') shown.push(entry.line.text);
    if (entry.kind === 'unreadable') shown.push(`${entry.title} is unreadable`);
  }
}

const INIT = { prepare: 0, analyze: 0, detect: 0, restore: 0, build: 0, export: 0 } as const;

describe('the log of a Build', () => {
  it('contains the phases of init containers in order', async () => {
    const pod = present({ init: INIT, main: { completion: 0 }, phase: 'Succeeded' });
    const kubelet = fakeKubelet(saying(...Object.keys(INIT), 'completion'), pod);
    const { shown, end } = await show(kubelet);
    expect(shown.filter((text) => text.startsWith('#'))).to.deep.equal(
      ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'].map((phase) => `# ${phase}`),
    );
    expect(shown.slice(0, 2)).to.deep.equal(['# prepare', 'prepare speaks']);
    expect(end).to.deep.equal({ kind: 'complete' });
  });

  const CREATOR = ['ANALYZING', 'DETECTING', 'RESTORING', 'BUILDING', 'EXPORTING'];
  // The creator colours its headings. A buildpack prints the heading of a phase that has begun, and text around a heading.
  const CREATED = CREATOR.flatMap((name) => [
    `\u001b[36m===> ${name}\u001b[0m`,
    `in ${name}`,
    '===> ANALYZING',
    'x ===> EXPORTING',
  ]);

  function createdBuild(): FakeKubelet {
    const pod = present({ init: { prepare: 0, create: 0 }, main: { completion: 0 }, phase: 'Succeeded' });
    const logs = { ...saying('prepare', 'completion'), create: CREATED.map(logOf).join('') };
    return fakeKubelet(logs, pod);
  }

  it('contains the phases of a creator as if each had a container of its own', async () => {
    const { shown } = await show(createdBuild());
    expect(shown.filter((text) => text.startsWith('#'))).to.deep.equal(
      ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'].map((phase) => `# ${phase}`),
    );
    expect(shown.slice(2, 7)).to.deep.equal([
      '# analyze',
      'in ANALYZING',
      '===> ANALYZING',
      'x ===> EXPORTING',
      '# detect',
    ]);
  });

  it('contains one phase of a creator', async () => {
    const { shown } = await show(createdBuild(), { wanted: { kind: 'phase', phase: 'build' } });
    expect(shown).to.deep.equal(['# build', 'in BUILDING', '===> ANALYZING', 'x ===> EXPORTING']);
    expect((await show(createdBuild(), { wanted: { kind: 'phase', phase: 'rebase' } })).end).to.include({
      kind: 'unknown',
    });
  });

  it('contains only the phases of regular containers', async () => {
    const pod = present({
      init: { 'pre-start': 0 },
      main: { prepare: 0, 'istio-proxy': 'running', analyze: 'running' },
    });
    const kubelet = fakeKubelet(saying('pre-start', 'prepare', 'istio-proxy', 'analyze'), pod);
    const { shown } = await show(kubelet);
    expect(shown).to.deep.equal(['# prepare', 'prepare speaks', '# analyze', 'analyze speaks']);
  });

  it("contains Tekton's steps as phases, without Tekton's own container prepare", async () => {
    const pod = present({
      init: { prepare: 0, 'place-scripts': 0 },
      main: { 'step-prepare': 0, 'step-analyze': 0, 'sidecar-dummy': 'running' },
    });
    const kubelet = fakeKubelet(saying('prepare', 'step-prepare', 'step-analyze', 'sidecar-dummy'), pod);
    const { shown } = await show(kubelet);
    expect(shown).to.deep.equal(['# prepare', 'step-prepare speaks', '# analyze', 'step-analyze speaks']);
  });

  it('ends with the failed phase even if later containers have started', async () => {
    const main = { prepare: 0, analyze: 51, detect: 121, completion: 121 };
    const kubelet = fakeKubelet(saying('prepare', 'analyze', 'detect'), present({ main, phase: 'Failed' }));
    const { shown, end } = await show(kubelet, { follow: true });
    expect(shown).to.deep.equal(['# prepare', 'prepare speaks', '# analyze', 'analyze speaks']);
    expect(end).to.deep.equal({ kind: 'never', title: 'detect' });
  });

  it('ends with the running phase without follow', async () => {
    const main = { prepare: 0, analyze: 'running', detect: 'running' } as const;
    const kubelet = fakeKubelet(saying('prepare', 'analyze', 'detect'), present({ main }));
    const { shown, end } = await show(kubelet);
    expect(shown).to.deep.equal(['# prepare', 'prepare speaks', '# analyze', 'analyze speaks']);
    expect(end).to.deep.equal({ kind: 'later', title: 'detect' });
  });

  it('waits for the Pod and for phases that start late', async () => {
    const kubelet = fakeKubelet(saying('prepare', 'completion'), { kind: 'absent' });
    const shown = show(kubelet, { follow: true });
    const states = [
      present({ init: { prepare: 'waiting' }, main: { completion: 'waiting' }, phase: 'Pending' }),
      present({ init: { prepare: 'running' }, main: { completion: 'waiting' } }),
      present({ init: { prepare: 0 }, main: { completion: 'waiting' } }),
      present({ init: { prepare: 0 }, main: { completion: 'running' } }),
      present({ init: { prepare: 0 }, main: { completion: 0 }, phase: 'Succeeded' }),
    ];
    for (const state of states) {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      kubelet.observedPod.set(state);
    }
    expect(await shown).to.deep.equal({
      shown: ['# prepare', 'prepare speaks', '# completion', 'completion speaks'],
      end: { kind: 'complete' },
    });
  });

  it('continues with the next phase if one cannot be read', async () => {
    const down = new KubeError('UNAVAILABLE', 'log', 'the node does not answer');
    const pod = present({ main: { prepare: 0, completion: 0 } });
    const kubelet = fakeKubelet(saying('prepare', 'completion'), pod, [down]);
    const { shown } = await show(kubelet);
    expect(shown).to.deep.equal(['# prepare', 'prepare speaks', '# completion', 'completion speaks']);
    const dead = fakeKubelet(
      saying('completion'),
      pod,
      Array.from({ length: 6 }, () => down),
    );
    expect((await show(dead)).shown).to.deep.equal([
      '# prepare',
      'prepare is unreadable',
      '# completion',
      'completion speaks',
    ]);
  });

  it('ends when the Pod is deleted', async () => {
    const running = somePod({ main: { prepare: 'running', completion: 'running' } });
    const gone = new KubeError('NOT_FOUND', 'log', 'there is no such pod');
    const kubelet = fakeKubelet({ prepare: logOf('begins') }, { kind: 'present', pod: running }, [
      { after: () => kubelet.observedPod.set({ kind: 'deleted', pod: running }) },
      gone,
    ]);
    expect(await show(kubelet, { follow: true })).to.deep.equal({
      shown: ['# prepare', 'begins'],
      end: { kind: 'deleted' },
    });
  });

  it('ends when the Pod is deleted even if another Pod has its name, also for a single phase', async () => {
    const running = somePod({ main: { prepare: 'running' } });
    for (const wanted of [{ kind: 'phases' }, { kind: 'phase', phase: 'prepare' }] as const) {
      const log = `${logOf('begins')}${logOf('another begins')}`;
      const kubelet = fakeKubelet({ prepare: log }, { kind: 'present', pod: running }, [
        { bytes: logOf('begins').length, after: () => kubelet.observedPod.set({ kind: 'deleted', pod: running }) },
      ]);
      expect(await show(kubelet, { wanted, follow: true })).to.deep.equal({
        shown: ['# prepare', 'begins'],
        end: { kind: 'deleted' },
      });
    }
  });

  it('can be limited to one phase or container', async () => {
    const pod = present({ main: { 'step-prepare': 0, 'step-build': 'running', proxy: 'running' } });
    const kubelet = (): FakeKubelet => fakeKubelet(saying('step-prepare', 'step-build', 'proxy'), pod);
    const shownOf = async (wanted: LogSelection): Promise<readonly string[]> =>
      (await show(kubelet(), { wanted })).shown;
    expect(await shownOf({ kind: 'phase', phase: 'build' })).to.deep.equal(['# build', 'step-build speaks']);
    expect(await shownOf({ kind: 'container', container: 'proxy' })).to.deep.equal(['# proxy', 'proxy speaks']);
    expect(await shownOf({ kind: 'container', container: 'step-build' })).to.deep.equal([
      '# build',
      'step-build speaks',
    ]);
    expect((await show(kubelet(), { wanted: { kind: 'phase', phase: 'export' } })).end).to.deep.equal({
      kind: 'unknown',
      containers: ['step-prepare', 'step-build', 'proxy'],
    });
  });

  it('can include the other containers after the phases without waiting for them', async () => {
    const pod = present({ init: { 'pre-start': 0 }, main: { prepare: 3, proxy: 'running', late: 'waiting' } });
    const kubelet = fakeKubelet(saying('pre-start', 'prepare', 'proxy'), pod);
    const { shown, end } = await show(kubelet, { wanted: { kind: 'all' }, follow: true });
    expect(shown).to.deep.equal([
      '# prepare',
      'prepare speaks',
      '# pre-start',
      'pre-start speaks',
      '# proxy',
      'proxy speaks',
    ]);
    expect(end).to.deep.equal({ kind: 'later', title: 'late' });
  });

  it('is empty without a Pod', async () => {
    expect(await show(fakeKubelet({}, { kind: 'absent' }))).to.deep.equal({ shown: [], end: { kind: 'no-pod' } });
    expect((await show(fakeKubelet({}, { kind: 'never' }), { follow: true })).end).to.deep.equal({ kind: 'no-pod' });
  });

  it('can be continued from its last lines without those of the same second before them', async () => {
    const lines = ['1', '2', '3'].map((text, index) => [`2026-01-02T03:04:05.00000000${index}Z`, text] as const);
    const pod = present({ main: { prepare: 0, detect: 'running' } });
    const kubelet = fakeKubelet({ prepare: lines, detect: lines }, pod, [
      // Counts the lines of detect, and then those of prepare.
      { rotated: 2 },
      { rotated: 1 },
      // The first stream of prepare has its part, and the second one is whole.
      { rotated: 1 },
      {},
      { rotated: 2, end: new KubeError('NETWORK', 'log', 'the connection breaks') },
      { after: () => kubelet.observedPod.set(present({ main: { prepare: 0, detect: 0 } })) },
    ]);
    const part = { tailLines: 3, elapsed: () => 0 };
    const { shown } = await show(kubelet, { follow: true, part });
    expect(shown).to.deep.equal(['# prepare', '2', '3', '# detect', '3']);
    expect(kubelet.asked.slice(0, 3).map(({ tailLines }) => tailLines)).to.deep.equal([3, 2, 2]);
  });
});
