import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailure } from '../../../../src/cli/problems.ts';
import type { ObservedBuild } from '../../../../src/cli/logs/observed-build.ts';
import { checkEnd, type PrintedLog } from '../../../../src/cli/logs/check-end.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { observedValue } from '../../../../src/insight/logs/observed-value.ts';
import type { ObservedPod } from '../../../../src/insight/logs/pod-log.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { somePod, type Containers } from '../../insight/logs/some-pods.ts';

function build(status: JsonObject = {}): KubeObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind: 'Build', metadata: { name: 'app', namespace: 'team' }, status };
}

const UNDER_WAY = build({ conditions: [{ type: 'Succeeded', status: 'Unknown', reason: 'Recreating' }] });
const FAILED = build({ conditions: [{ type: 'Succeeded', status: 'False', message: 'no group' }] });
const SUCCEEDED = build({ conditions: [{ type: 'Succeeded', status: 'True' }] });

function podOf(main: Containers): ObservedPod {
  return { kind: 'present', pod: somePod({ main }) };
}

const WELL = podOf({ prepare: 0, completion: 0 });

async function abortable(_: number, signal: AbortSignal): Promise<void> {
  return sleep(60_000, undefined, { signal });
}

/** Returns the command's error, its next Pod, or `undefined` on success. */
async function saidOf(observed: ObservedBuild, log: Partial<PrintedLog> = {}): Promise<readonly string[] | undefined> {
  const printed: PrintedLog = {
    name: 'app',
    observed: observedValue(observed),
    sleep: async (_, signal) => sleep(1, undefined, { signal }),
    signal: new AbortController().signal,
    wanted: { kind: 'phases' },
    follow: true,
    end: { kind: 'complete' },
    isWhole: true,
    ...log,
  };
  return checkEnd(printed).then(
    (pod) => pod && [`it goes on with ${pod.metadata.name}`],
    (error: unknown) => {
      if (!(error instanceof CommandFailure)) throw error;
      expect(error.exitCode).to.equal(1);
      return error.problems.map(({ message }) => message);
    },
  );
}

describe('the result of taskpack logs', () => {
  it('is the result of the Build if the Build was followed', async () => {
    expect(await saidOf({ build: SUCCEEDED, pod: WELL })).to.equal(undefined);
    expect(await saidOf({ build: FAILED, pod: WELL })).to.deep.equal(['Build app failed: no group']);
    expect(await saidOf({ build: FAILED, pod: WELL }, { follow: false })).to.equal(undefined);
  });

  it('waits for the result in the status', async () => {
    const observed = observedValue<ObservedBuild>({ build: build(), pod: WELL });
    const said = saidOf(observed.now(), { observed, sleep: abortable });
    observed.set({ build: FAILED, pod: WELL });
    expect(await said).to.deep.equal(['Build app failed: no group']);
  });

  it('comes from the Pod if no controller writes a status', async () => {
    expect(await saidOf({ build: build(), pod: WELL })).to.equal(undefined);
    expect(await saidOf({ pod: WELL })).to.equal(undefined);
    expect(await saidOf({ pod: podOf({ prepare: 0, detect: 20, completion: 121 }) })).to.deep.equal([
      'Build app failed: detect exited with code 20',
    ]);
    expect(await saidOf({ pod: podOf({ prepare: 0, completion: 'running' }) })).to.deep.equal([
      'Build app failed: completion did not finish',
    ]);
    const deleted: ObservedPod = { kind: 'deleted', pod: somePod({ main: { prepare: 'running' } }) };
    expect(await saidOf({ pod: deleted }, { end: { kind: 'deleted' } })).to.deep.equal([
      'Build app failed: the Pod app-build-pod was deleted',
    ]);
  });

  for (const [result, status, said] of [
    ['success', SUCCEEDED, undefined],
    ['failure', FAILED, ['Build app failed: no group']],
  ] as const) {
    it(`does not come from a Pod whose phases succeeded while the Build runs, but from its ${result}`, async () => {
      const observed = observedValue<ObservedBuild>({ build: UNDER_WAY, pod: WELL });
      const waiting = saidOf(observed.now(), { observed });
      expect(await Promise.race([waiting, sleep(50, 'nothing')])).to.equal('nothing');
      observed.set({ build: status, pod: WELL });
      expect(await waiting).to.deep.equal(said);
    });
  }

  it('does not come from a deleted Pod while the Build runs', async () => {
    const end = { kind: 'deleted' } as const;
    const pod: ObservedPod = { kind: 'deleted', pod: somePod({ main: { prepare: 'running' } }) };
    const observed = observedValue<ObservedBuild>({ build: UNDER_WAY, pod });
    const said = saidOf(observed.now(), { observed, end });
    expect(await Promise.race([said, sleep(50, 'nothing')])).to.equal('nothing');
    observed.set({ build: FAILED, pod });
    expect(await said).to.deep.equal(['Build app failed: no group']);
  });

  it('is the recreated Pod, whichever part of the first log was requested', async () => {
    const pod: ObservedPod = { kind: 'deleted', pod: somePod({ main: { prepare: 127, export: 128 } }) };
    const successor = somePod({ metadata: { name: 'another', uid: 'pod-2' } });
    const wanted = { kind: 'phase', phase: 'export' } as const;
    const endings: readonly Partial<PrintedLog>[] = [
      { end: { kind: 'deleted' } },
      { end: { kind: 'never', title: 'analyze' } },
      { end: { kind: 'deleted' }, wanted },
      { end: { kind: 'never', title: 'export' }, wanted },
    ];
    for (const log of endings) {
      const observed = observedValue<ObservedBuild>({ build: UNDER_WAY, pod });
      const said = saidOf(observed.now(), { observed, ...log });
      observed.set({ build: UNDER_WAY, pod, successor });
      expect(await said).to.deep.equal(['it goes on with another']);
    }
  });

  it('rejects with the reason of the abort signal', async () => {
    const stop = new AbortController();
    const reason = new Error('the API server refuses');
    const said = saidOf({ build: UNDER_WAY, pod: WELL }, { signal: stop.signal, sleep: abortable }).catch(String);
    stop.abort(reason);
    expect(await said).to.equal(String(reason));
  });

  it('names the phase or container without a log', async () => {
    const pod = WELL;
    const wanted = { kind: 'phase', phase: 'export' } as const;
    const endings: readonly (readonly [PrintedLog['end'], string])[] = [
      [{ kind: 'later', title: 'export' }, 'export of Build app has not started. Add --follow to wait for it'],
      [{ kind: 'never', title: 'export' }, 'export of Build app did not run'],
      [{ kind: 'deleted' }, 'the Pod of Build app was deleted together with its log'],
      [
        { kind: 'unknown', containers: ['prepare', 'completion'] },
        'the Pod of Build app has no phase export, only the containers prepare, completion',
      ],
    ];
    for (const [end, said] of endings) {
      expect(await saidOf({ build: SUCCEEDED, pod }, { end, wanted })).to.deep.equal([said]);
    }
  });

  it('says why the Build has no Pod', async () => {
    const pod: ObservedPod = { kind: 'never' };
    const end = { kind: 'no-pod' } as const;
    expect(await saidOf({ build: FAILED, pod }, { end })).to.deep.equal(['Build app failed: no group']);
    expect(await saidOf({ build: SUCCEEDED, pod }, { end })).to.deep.equal([
      'Build app has finished and its Pod was deleted, so its log no longer exists',
    ]);
    expect(await saidOf({ pod }, { end })).to.deep.equal(['Build app was deleted before it had a Pod']);
    expect(await saidOf({ build: build(), pod }, { end, follow: false })).to.deep.equal([
      'Build app has no Pod yet. Add --follow to wait for it, or see what it waits for: taskpack status build/app -n team',
    ]);
  });

  it('is a failure if the log is incomplete, without another message', async () => {
    expect(await saidOf({ build: SUCCEEDED, pod: WELL }, { isWhole: false })).to.deep.equal([]);
  });
});
