import { expect } from 'chai';
import { KubeError } from '../../../../../src/clients/kube/kube-error.ts';
import type { Transport } from '../../../../../src/clients/kube/transport/transport.ts';
import { servedResources } from '../../../../../src/clients/kube/discovery/served-resources.ts';
import { watchAvailability } from '../../../../../src/clients/kube/discovery/watch-availability.ts';
import { fakeTransport } from '../fake-transport.ts';
import { VirtualClock } from '../../../../support/virtual-clock.ts';

const GROUP = { group: 'tekton.dev', version: 'v1' };
const LIST = {
  resources: [
    { name: 'taskruns', kind: 'TaskRun', namespaced: true, verbs: ['get', 'list'] },
    { name: 'taskruns/status', kind: 'TaskRun', namespaced: true, verbs: ['patch'] },
  ],
};
const missing = new KubeError('NOT_FOUND', 'x', 'no');
const forbidden = new KubeError('FORBIDDEN', 'x', 'no');

describe('discovery', () => {
  it('lists the resources of a group version', async () => {
    const taskRuns = {
      ...GROUP,
      plural: 'taskruns',
      kind: 'TaskRun',
      isNamespaced: true,
      verbs: ['get', 'list'],
      subresources: ['status'],
    };
    expect(await servedResources(fakeTransport([LIST]), GROUP)).to.deep.equal([taskRuns]);
  });

  it('returns no resources for an unknown group version', async () => {
    expect(await servedResources(fakeTransport([missing]), GROUP)).to.deep.equal([]);
  });

  it('sees a resource appear and disappear without the right to watch definitions, and reports that once', async () => {
    const time = new VirtualClock();
    const controller = new AbortController();
    let answer: unknown = missing;
    const discovery = fakeTransport([]);
    const transport: Transport = {
      ...discovery,
      call: async ({ path }) => {
        if (path.includes('customresourcedefinitions')) throw forbidden;
        if (answer instanceof Error) throw answer;
        return answer;
      },
    };
    const told: string[] = [];
    const problems: unknown[] = [];
    const ended = watchAvailability({
      transport,
      clock: time,
      random: () => 0.5,
      resource: { ...GROUP, plural: 'taskruns' },
      onChange: (isServed) => void told.push(`${time.elapsed()} ${isServed}`),
      report: (problem) => void problems.push(problem),
      signal: controller.signal,
    });
    await time.advance(40_000);
    answer = LIST;
    await time.advance(60_000);
    answer = new KubeError('UNAVAILABLE', 'x', 'no');
    await time.advance(60_000);
    answer = missing;
    await time.advance(60_000);
    controller.abort();
    await ended;
    expect(told).to.deep.equal(['0 false', '60000 true', '180000 false']);
    expect(problems.filter((problem) => problem === forbidden)).to.have.length(1);
  });
});
