import { expect } from 'chai';
import { eventRecorder } from '../../../../src/controller/kit/events.ts';
import { KubeError } from '../../../../src/clients/kube/kube-error.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { textAt } from '../../../support/json-field.ts';
import { settled, VirtualClock } from '../../../support/virtual-clock.ts';

describe('the recorder of Events', () => {
  it('writes two Events at once and the others in their order, and continues after a failure', async () => {
    const { written, errors, ends, record } = recorder();
    for (const note of ['a', 'b', 'c', 'd']) record(note);
    await settled();
    expect(written).to.deep.equal(['a', 'b']);
    ends[0]?.(new KubeError('UNAVAILABLE', 'create events', 'down'));
    await settled();
    expect(written).to.deep.equal(['a', 'b', 'c']);
    expect(errors).to.have.length(1);
    ends[1]?.();
    ends[2]?.();
    await settled();
    ends[3]?.();
    await settled();
    record('e');
    await settled();
    expect(written).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
  });

  it('drops Events if very many wait, and reports it once', async () => {
    const { written, errors, record } = recorder();
    for (let count = 0; count < 10_100; count += 1) record(`${count}`, `team-${count % 12}`);
    await settled();
    expect(written).to.have.length(2);
    expect(errors.map(String)).to.have.length(12);
  });

  it('writes Events of one namespace after the other, and drops only those of a namespace with very many', async () => {
    const { written, errors, ends, record } = recorder();
    for (let count = 0; count < 3000; count += 1) record(`loud ${count}`, 'loud');
    for (const note of ['a', 'b']) record(note, 'quiet');
    for (let count = 0; count < 4; count += 1) {
      ends[count]?.();
      await settled();
    }
    expect(written).to.deep.equal(['loud 0', 'loud 1', 'loud 2', 'a', 'loud 3', 'b']);
    expect(errors).to.have.length(1);
  });

  it('writes the Events that wait before it closes', async () => {
    const { written, errors, ends, record, close } = recorder();
    for (const note of ['a', 'b', 'c']) record(note);
    let isClosed = false;
    const closed = close(2000).then(() => (isClosed = true));
    for (const place of [0, 1]) ends[place]?.();
    await settled();
    expect({ written, isClosed }).to.deep.equal({ written: ['a', 'b', 'c'], isClosed: false });
    ends[2]?.();
    await closed;
    expect(errors).to.deep.equal([]);
  });

  it('closes in time if the API server does not answer, and reports no failure after that', async () => {
    const { written, errors, ends, record, close, clock } = recorder();
    for (const note of ['a', 'b', 'c']) record(note);
    const closed = close(2000);
    await clock.advance(2000);
    await closed;
    for (const end of ends) end(new Error('the connection is closed'));
    await settled();
    expect({ written, errors }).to.deep.equal({ written: ['a', 'b'], errors: [] });
  });
});

const regarding = (namespace: string): KubeObject => ({
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'Build',
  metadata: { name: 'web', namespace },
});

/** A recorder whose writes end when the test says so. */
function recorder() {
  const written: string[] = [];
  const errors: unknown[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const clock = new VirtualClock();
  const { recordEvent, close } = eventRecorder({
    client: {
      create: async (_, event) => {
        written.push(textAt(event, 'note') ?? '');
        await new Promise<void>((resolve, reject) => {
          ends.push((error) => (error === undefined ? resolve() : reject(error)));
        });
        return event;
      },
    },
    clock,
    random: () => 0.5,
    reporter: { controller: 'taskpack.dev/controller', instance: 'one' },
    report: (error) => void errors.push(error),
  });
  const record = (note: string, namespace = 'apps'): void =>
    recordEvent({ regarding: regarding(namespace), type: 'Normal', reason: 'Started', action: 'Build', note });
  return { written, errors, ends, record, close, clock };
}
