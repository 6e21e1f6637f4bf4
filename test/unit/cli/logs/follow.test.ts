import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFailure } from '../../../../src/cli/problems.ts';
import { runLogs } from '../../../../src/cli/logs/run.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { somePod, type Containers } from '../../insight/logs/some-pods.ts';
import { startBuildServer, type BuildServer, type Kind, type Verb } from './build-server.ts';

function build(status: string, reason: string): KubeObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name: 'app', namespace: 'team', uid: 'build' },
    status: { conditions: [{ type: 'Succeeded', status, reason }] },
  };
}

/** All Pods of a Build have this name. */
function pod(uid: string, day: number, main: Containers): KubeObject {
  return somePod({ main, metadata: { uid, creationTimestamp: `2026-01-0${day}T00:00:00Z` } });
}

class Kept extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

const FIRST = pod('first', 1, { prepare: 'running', completion: 'running' });
const SECOND = pod('second', 2, { prepare: 0, completion: 0 });
const LOGS = {
  'first prepare': '2026-01-01T00:00:00Z first\n',
  'second prepare': '2026-01-02T00:00:00Z second\n',
  'second completion': '2026-01-02T00:00:01Z done\n',
};

describe('taskpack logs --follow', () => {
  let folder: string;
  let server: BuildServer;
  let output: Kept;
  let errors: Kept;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-logs-'));
    [output, errors] = [new Kept(), new Kept()];
    server = await startBuildServer(LOGS);
    server.put('builds', build('Unknown', 'Building'));
    server.put('pods', FIRST);
  });
  afterEach(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the command's error, or `undefined` on success. */
  async function follow(): Promise<readonly string[] | undefined> {
    const kubeconfig = path.join(folder, 'config');
    const content = {
      clusters: [
        { name: 'c', cluster: { server: `http://127.0.0.1:${server.port}`, 'insecure-skip-tls-verify': true } },
      ],
      users: [{ name: 'u', user: {} }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'team' } }],
      'current-context': 'x',
    };
    writeFileSync(kubeconfig, JSON.stringify(content));
    const terminal = { input: process.stdin, output, errors, environment: {} };
    return runLogs({ name: 'app' }, { kubeconfig, follow: true }, terminal).then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof CommandFailure)) throw error;
        return error.problems.map(({ message }) => message);
      },
    );
  }

  async function printed(word: string): Promise<void> {
    for (let turn = 0; turn < 1000 && !output.text.includes(word); turn += 1) await sleep(5);
    expect(output.text).to.include(word);
  }

  it('continues with the log of a recreated Pod', async () => {
    const said = follow();
    await printed('first');
    server.put('builds', build('Unknown', 'Recreating'));
    server.remove('pods', FIRST);
    await sleep(100);
    server.put('pods', SECOND);
    await printed('done');
    server.put('builds', build('True', 'Succeeded'));
    expect(await said).to.equal(undefined);
    expect(output.text).to.equal('===> PREPARE\nfirst\n===> PREPARE\nsecond\n===> COMPLETION\ndone\n');
    expect(errors.text).to.equal('note: the Pod of Build app was recreated, so its log starts again\n');
  });

  const refusals: readonly (readonly [Verb, Kind])[] = [
    ['list', 'builds'],
    ['watch', 'builds'],
    ['watch', 'pods'],
  ];
  for (const [verb, kind] of refusals) {
    it(`fails with the API server's message if it may not ${verb} ${kind}`, async () => {
      server.forbid(verb, kind);
      const said = await follow();
      expect(said).to.have.length(1);
      expect(said?.[0]).to.match(new RegExp(`^${verb} ${kind}.*you may not ${verb} ${kind}`));
    });
  }
});
