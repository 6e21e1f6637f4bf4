import { expect } from 'chai';
import * as fc from 'fast-check';
import { KubeError } from '../../../../src/clients/kube/kube-error.ts';
import { containerLog } from '../../../../src/insight/logs/container-log.ts';
import type { ObservedPod } from '../../../../src/insight/logs/pod-log.ts';
import { fakeKubelet, type FakeKubelet, type WrittenLine } from './fake-kubelet.ts';
import { somePod } from './some-pods.ts';

const PLACE = { namespace: 'team', pod: 'app-build-pod', container: 'build' };
const RUNNING: ObservedPod = { kind: 'present', pod: somePod({ main: { build: 'running' } }) };
const ENDED: ObservedPod = { kind: 'present', pod: somePod({ main: { build: 0 } }) };
const BROKEN = new KubeError('NETWORK', 'log', 'the connection breaks');

function timeAt(second: number, nanoseconds = 0): string {
  return `2026-01-02T03:04:${String(second).padStart(2, '0')}.${String(nanoseconds).padStart(9, '0')}Z`;
}

async function textsOf(kubelet: FakeKubelet, follow = true): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { text } of containerLog(kubelet, PLACE, follow)) texts.push(text);
  return texts;
}

async function failureOf(kubelet: FakeKubelet, follow = true): Promise<unknown> {
  return textsOf(kubelet, follow).then(
    () => expect.fail('the log should not be had'),
    (error: unknown) => error,
  );
}

describe('the log of a container', () => {
  const log: readonly WrittenLine[] = [
    [timeAt(1), 'süß'],
    [timeAt(1, 5), 'same'],
    [timeAt(1, 5), 'same'],
    [timeAt(2), 'later'],
  ];
  const texts = log.map(([, text]) => text);

  it('is complete wherever a stream breaks, in lines and in characters', async () => {
    const length = Buffer.byteLength(log.map(([time, text]) => `${time} ${text}\n`).join(''));
    for (let bytes = 0; bytes <= length; bytes += 1) {
      const kubelet = fakeKubelet({ build: log }, RUNNING, [
        { bytes, pieces: 3, end: BROKEN },
        { after: () => kubelet.observedPod.set(ENDED) },
      ]);
      expect(await textsOf(kubelet), `broken after ${bytes} bytes`).to.deep.equal(texts);
    }
  });

  it('is complete even if streams end early without an error', async () => {
    const kubelet = fakeKubelet({ build: log }, RUNNING, [
      { bytes: 50 },
      { bytes: 70, after: () => kubelet.observedPod.set(ENDED) },
      { bytes: 90, end: BROKEN },
      { bytes: 30 },
      { bytes: 120 },
    ]);
    expect(await textsOf(kubelet)).to.deep.equal(texts);
    expect(kubelet.asked.map(({ follow }) => follow)).to.deep.equal([true, true, false, false, false, false, false]);
  });

  it('is read again after a delay when its container has ended', async () => {
    const kubelet = fakeKubelet({ build: log }, RUNNING, [{ after: () => kubelet.observedPod.set(ENDED) }]);
    expect(await textsOf(kubelet)).to.deep.equal(texts);
    expect(kubelet.asked.map(({ follow }) => follow)).to.deep.equal([true, false]);
    expect(kubelet.waits).to.deep.equal([250, 300]);
  });

  it('is read twice if its container has already ended', async () => {
    const kubelet = fakeKubelet({ build: log }, ENDED);
    expect(await textsOf(kubelet)).to.deep.equal(texts);
    expect(kubelet.asked).to.have.length(2);
    expect(kubelet.waits).to.deep.equal([]);
  });

  it('contains every line once for any breaks and timestamps', async () => {
    const line = fc.record({
      second: fc.integer({ min: 0, max: 5 }),
      nanoseconds: fc.constantFrom(0, 1, 2),
      text: fc.constantFrom('', 'a', 'ü'),
      // The other of the container's two streams was faster.
      lateness: fc.constantFrom(0, 1),
    });
    const breaks = fc.array(fc.record({ bytes: fc.nat(400), pieces: fc.integer({ min: 1, max: 40 }) }), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 15 }), breaks, async (drawn, streams) => {
        const lines = drawn
          .toSorted((one, other) => one.second + one.lateness - other.second - other.lateness)
          .map(({ second, nanoseconds, text }): WrittenLine => [timeAt(second, nanoseconds), text]);
        const broken = streams.map((stream) => ({ ...stream, end: BROKEN }));
        const kubelet = fakeKubelet({ build: lines }, RUNNING, [
          ...broken,
          { after: () => kubelet.observedPod.set(ENDED) },
        ]);
        expect(await textsOf(kubelet)).to.deep.equal(lines.map(([, text]) => text));
      }),
    );
  });

  it('continues after the shown lines have been rotated away', async () => {
    const kubelet = fakeKubelet({ build: log }, RUNNING, [
      { bytes: 110, end: BROKEN },
      { rotated: 2, after: () => kubelet.observedPod.set(ENDED) },
      { rotated: 2 },
    ]);
    expect(await textsOf(kubelet)).to.deep.equal(texts);
  });

  it('is requested from the second before its last line after a break', async () => {
    const kubelet = fakeKubelet({ build: log }, RUNNING, [
      { end: BROKEN, after: () => kubelet.observedPod.set(ENDED) },
    ]);
    await textsOf(kubelet);
    expect(kubelet.asked.map(({ sinceTime }) => sinceTime)).to.deep.equal([undefined, '2026-01-02T03:04:01Z']);
  });

  it('contains a last line without a newline once', async () => {
    const kubelet = fakeKubelet({ build: `${timeAt(1)} one\n${timeAt(1)} two` }, RUNNING, [
      { after: () => kubelet.observedPod.set(ENDED) },
    ]);
    expect(await textsOf(kubelet)).to.deep.equal(['one', 'two']);
  });

  it('is read once without follow', async () => {
    const kubelet = fakeKubelet({ build: log }, RUNNING);
    expect(await textsOf(kubelet, false)).to.deep.equal(texts);
    expect(kubelet.asked).to.have.length(1);
    expect(kubelet.asked[0]).to.include({ follow: false, timestamps: true });
  });

  it('contains messages of the kubelet', async () => {
    const kubelet = fakeKubelet({ build: 'unable to retrieve container logs for containerd://1' }, ENDED);
    expect(await textsOf(kubelet)).to.deep.equal(['unable to retrieve container logs for containerd://1']);
  });

  it('is requested with increasing delays while its container runs', async () => {
    const down = new KubeError('UNAVAILABLE', 'log', 'the node does not answer');
    const kubelet = fakeKubelet({ build: log }, RUNNING, [
      ...Array.from({ length: 9 }, () => down),
      { after: () => kubelet.observedPod.set(ENDED) },
    ]);
    expect(await textsOf(kubelet)).to.deep.equal(texts);
    expect(kubelet.waits.slice(0, 9)).to.deep.equal([500, 1000, 2000, 4000, 8000, 8000, 8000, 8000, 8000]);
  });

  it('is given up if its container has ended and its node does not respond', async () => {
    const down = new KubeError('UNAVAILABLE', 'log', 'the node does not answer');
    const kubelet = fakeKubelet(
      {},
      ENDED,
      Array.from({ length: 20 }, () => down),
    );
    expect(await failureOf(kubelet)).to.equal(down);
    expect(kubelet.asked).to.have.length(6);
  });

  it('is given up at once if access is denied or the Pod is gone', async () => {
    const forbidden = new KubeError('FORBIDDEN', 'log', 'it may not be read');
    expect(await failureOf(fakeKubelet({}, RUNNING, [forbidden]))).to.equal(forbidden);
    const deleted: ObservedPod = { kind: 'deleted', pod: somePod({}) };
    const gone = fakeKubelet({}, deleted);
    expect(await failureOf(gone)).to.include({ code: 'NOT_FOUND' });
    expect(gone.asked).to.deep.equal([]);
  });
});
