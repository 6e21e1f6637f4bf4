import { expect } from 'chai';
import type { ApiFaultRule } from '../../kube/fault-proxy.ts';
import { succeeded } from '../builds/build-bed.ts';
import { buildSuiteAt } from '../builds/build-suite.ts';
import { buildNames, finishPods, podsCreated } from './finishing-builds.ts';
import { proxiedPlace } from './proxied-place.ts';

/** The faults, and how often each occurs, while Builds run. */
const FAULTS: Readonly<Record<string, readonly ApiFaultRule[]>> = {
  'every write fails once and is not done': [
    { fault: { kind: 'status', status: 500, reason: 'InternalError' }, method: 'POST', path: /\/pods/, times: 4 },
    { fault: { kind: 'status', status: 500, reason: 'InternalError' }, method: 'PATCH', path: /\/status/, times: 8 },
  ],
  'too many requests': [
    {
      fault: { kind: 'status', status: 429, reason: 'TooManyRequests', retryAfter: 1 },
      path: /builds|pods|secrets|serviceaccounts/,
      times: 10,
    },
  ],
  'answers to writes that were done are lost': [
    { fault: { kind: 'truncated', bytes: 10 }, method: 'POST', path: /\/pods/, times: 4 },
    { fault: { kind: 'truncated', bytes: 10 }, method: 'PATCH', path: /\/builds\/.*\/status/, times: 4 },
  ],
  'connections are reset': [{ fault: { kind: 'reset' }, path: /builds|pods|secrets/, times: 10 }],
  'answers are slow': [{ fault: { kind: 'slow', milliseconds: 1500 }, path: /builds|pods|secrets/, times: 20 }],
  'watches are too old': [{ fault: { kind: 'too-old' }, path: /watch=/, times: 6 }],
};

describe('Builds while a proxy breaks requests to the API server', function () {
  this.timeout(120_000);
  const namespace = 'builds-and-faults';
  const { cluster, bed, builds } = buildSuiteAt(async () => proxiedPlace(namespace), {
    namespace,
    settings: { backend: 'native' },
  });
  beforeEach(() => cluster().proxy.clear());

  for (const [what, rules] of Object.entries(FAULTS)) {
    it(`finish successfully, each with one Pod: ${what}`, async () => {
      const names = buildNames(what.replaceAll(/\W+/g, '-'), 4);
      for (const rule of rules) cluster().proxy.inject(rule);
      if (what.startsWith('watches')) cluster().proxy.cut();
      await Promise.all(names.map((name) => bed().create(name)));
      await finishPods(cluster().client, bed(), names);
      cluster().proxy.cut();
      await allSucceed(names);
    });
  }

  async function allSucceed(names: readonly string[]): Promise<void> {
    for (const name of names) expect(succeeded(await bed().end(name)), name).to.include({ status: 'True' });
    await builds().settled();
    const created = podsCreated(builds().writes);
    expect(created).to.deep.equal([...new Set(created)]);
    expect(builds().writes.filter((write) => write.startsWith('delete'))).to.deep.equal([]);
  }
});
