import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailure } from '../../../../src/cli/command-failure.ts';
import type { BuildSight } from '../../../../src/cli/logs/build-sight.ts';
import { checkEnd, type PrintedLog } from '../../../../src/cli/logs/check-end.ts';
import type { KubeObject } from '../../../../src/kube/client/kube-object.ts';
import { keptLive } from '../../../../src/logs/live.ts';
import type { PodSight } from '../../../../src/logs/pod-sight.ts';
import type { JsonObject } from '../../../../src/model/json.ts';
import { somePod, type Containers } from '../../logs/some-pods.ts';

function build(status: JsonObject = {}): KubeObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind: 'Build', metadata: { name: 'app' }, status };
}

const UNDER_WAY = build({ conditions: [{ type: 'Succeeded', status: 'Unknown', reason: 'Recreating' }] });
const FAILED = build({ conditions: [{ type: 'Succeeded', status: 'False', message: 'no group' }] });
const SUCCEEDED = build({ conditions: [{ type: 'Succeeded', status: 'True' }] });

function podOf(main: Containers): PodSight {
  return { kind: 'present', pod: somePod({ main }) };
}

const WELL = podOf({ prepare: 0, completion: 0 });

async function abortable(_: number, signal: AbortSignal): Promise<void> {
  return sleep(60_000, undefined, { signal });
}

/** What the command says at its end, or with what it goes on; nothing, if it ends well. */
async function saidOf(sight: BuildSight, log: Partial<PrintedLog> = {}): Promise<readonly string[] | undefined> {
  const printed: PrintedLog = {
    name: 'app',
    sight: keptLive(sight),
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

describe('the end of taskpack logs', () => {
  it("is the Build's own where it was followed", async () => {
    expect(await saidOf({ build: SUCCEEDED, pod: WELL })).to.equal(undefined);
    expect(await saidOf({ build: FAILED, pod: WELL })).to.deep.equal(['Build app failed: no group']);
    expect(await saidOf({ build: FAILED, pod: WELL }, { follow: false })).to.equal(undefined);
  });

  it('waits until the status says it', async () => {
    const sight = keptLive<BuildSight>({ build: build(), pod: WELL });
    const said = saidOf(sight.now(), { sight, sleep: abortable });
    sight.set({ build: FAILED, pod: WELL });
    expect(await said).to.deep.equal(['Build app failed: no group']);
  });

  it("is the pod's where nobody writes a status", async () => {
    expect(await saidOf({ build: build(), pod: WELL })).to.equal(undefined);
    expect(await saidOf({ pod: WELL })).to.equal(undefined);
    expect(await saidOf({ pod: podOf({ prepare: 0, detect: 20, completion: 121 }) })).to.deep.equal([
      'Build app failed: detect ended with 20',
    ]);
    expect(await saidOf({ pod: podOf({ prepare: 0, completion: 'running' }) })).to.deep.equal([
      'Build app failed: completion did not end',
    ]);
    const deleted: PodSight = { kind: 'deleted', pod: somePod({ main: { prepare: 'running' } }) };
    expect(await saidOf({ pod: deleted }, { end: { kind: 'deleted' } })).to.deep.equal([
      'Build app failed: its pod app-build-pod was deleted',
    ]);
  });

  it('is not that of a pod that is gone, as long as the Build goes on', async () => {
    const end = { kind: 'deleted' } as const;
    const pod: PodSight = { kind: 'deleted', pod: somePod({ main: { prepare: 'running' } }) };
    const sight = keptLive<BuildSight>({ build: UNDER_WAY, pod });
    const said = saidOf(sight.now(), { sight, end });
    expect(await Promise.race([said, sleep(50, 'nothing')])).to.equal('nothing');
    sight.set({ build: FAILED, pod });
    expect(await said).to.deep.equal(['Build app failed: no group']);
  });

  it('is the pod that is made once more, whatever was to be shown of the first', async () => {
    const pod: PodSight = { kind: 'deleted', pod: somePod({ main: { prepare: 127, export: 128 } }) };
    const successor = somePod({ metadata: { name: 'another', uid: 'pod-2' } });
    const wanted = { kind: 'phase', phase: 'export' } as const;
    const endings: readonly Partial<PrintedLog>[] = [
      { end: { kind: 'deleted' } },
      { end: { kind: 'never', title: 'analyze' } },
      { end: { kind: 'deleted' }, wanted },
      { end: { kind: 'never', title: 'export' }, wanted },
    ];
    for (const log of endings) {
      const sight = keptLive<BuildSight>({ build: UNDER_WAY, pod });
      const said = saidOf(sight.now(), { sight, ...log });
      sight.set({ build: UNDER_WAY, pod, successor });
      expect(await said).to.deep.equal(['it goes on with another']);
    }
  });

  it('is waited for until the signal, and rejects with its reason', async () => {
    const stop = new AbortController();
    const reason = new Error('the API server refuses');
    const said = saidOf({ build: UNDER_WAY, pod: WELL }, { signal: stop.signal, sleep: abortable }).catch(String);
    stop.abort(reason);
    expect(await said).to.equal(String(reason));
  });

  it('says what there is no log of', async () => {
    const pod = WELL;
    const wanted = { kind: 'phase', phase: 'export' } as const;
    const endings: readonly (readonly [PrintedLog['end'], string])[] = [
      [{ kind: 'later', title: 'export' }, 'export of Build app has not begun; --follow waits for it'],
      [{ kind: 'never', title: 'export' }, 'export of Build app did not run'],
      [{ kind: 'deleted' }, 'the pod of Build app was deleted, and its log with it'],
      [
        { kind: 'unknown', containers: ['prepare', 'completion'] },
        'the pod of Build app has no phase export; its containers are prepare, completion',
      ],
    ];
    for (const [end, said] of endings) {
      expect(await saidOf({ build: SUCCEEDED, pod }, { end, wanted })).to.deep.equal([said]);
    }
  });

  it('says why there is no pod', async () => {
    const pod: PodSight = { kind: 'never' };
    const end = { kind: 'no-pod' } as const;
    expect(await saidOf({ build: FAILED, pod }, { end })).to.deep.equal(['Build app failed: no group']);
    expect(await saidOf({ build: SUCCEEDED, pod }, { end })).to.deep.equal([
      'Build app has ended, and its pod is gone',
    ]);
    expect(await saidOf({ pod }, { end })).to.deep.equal(['Build app was deleted before it had a pod']);
    expect(await saidOf({ build: build(), pod }, { end, follow: false })).to.deep.equal([
      'Build app has no pod yet; --follow waits for one',
    ]);
  });

  it('is a failure where a log is not whole, of which has been told', async () => {
    expect(await saidOf({ build: SUCCEEDED, pod: WELL }, { isWhole: false })).to.deep.equal([]);
  });
});
