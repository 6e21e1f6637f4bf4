import { expect } from 'chai';
import { KubeError } from '../../../../src/kube/kube-error.ts';
import type { Transport } from '../../../../src/kube/transport/transport.ts';
import { servedResources } from '../../../../src/kube/discovery/served-resources.ts';
import { watchServed } from '../../../../src/kube/discovery/watch-served.ts';
import { fakeTransport } from '../fake-transport.ts';
import { virtualTime } from '../virtual-time.ts';

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
  it('tells what a group version has', async () => {
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

  it('tells that a group version has nothing where the server does not know it', async () => {
    expect(await servedResources(fakeTransport([missing]), GROUP)).to.deep.equal([]);
  });

  it('sees a resource come and go where definitions may not be watched, and complains of that once', async () => {
    const time = virtualTime();
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
    const ended = watchServed({
      transport,
      collaborators: time.collaborators,
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
