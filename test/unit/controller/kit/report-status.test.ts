import { expect } from 'chai';
import { BUILDS } from '../../../../src/clients/kube/client/resources.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { reportStatus, type StatusReportOptions } from '../../../../src/controller/kit/report-status.ts';

const BEFORE = { conditions: [{ type: 'Ready', status: 'True' }] };
const AFTER = {
  conditions: [
    { type: 'Ready', status: 'False', reason: 'Broken', message: 'no' },
    { type: 'UpToDate', status: 'True' },
  ],
};

describe('a report of a status', () => {
  let requests: readonly string[];
  let events: readonly string[];

  const report = async (status: JsonObject, options?: StatusReportOptions) => {
    [requests, events] = [[], []];
    const written = { apiVersion: 'v1', kind: 'Build', metadata: { name: 'x', resourceVersion: '2' } };
    return reportStatus(
      {
        client: {
          patch: async (_, { name }, __, patchOptions) => {
            requests = [...requests, `${name} ${patchOptions?.subresource} ${patchOptions?.priority}`];
            return written;
          },
        },
        recordEvent: ({ type, reason }) => void (events = [...events, `${type} ${reason}`]),
      },
      BUILDS,
      { metadata: { name: 'x' }, status: BEFORE },
      status,
      options,
    );
  };

  it('writes the status, and records an Event for each changed condition', async () => {
    expect(await report(AFTER)).to.have.nested.property('metadata.resourceVersion', '2');
    expect(requests).to.deep.equal(['x status normal']);
    expect(events).to.deep.equal(['Warning Broken', 'Normal UpToDate']);
  });

  it('records only the selected Events, and writes with the given priority', async () => {
    await report(AFTER, { priority: 'high', select: (all) => all.filter(({ type }) => type === 'Normal') });
    expect(requests).to.deep.equal(['x status high']);
    expect(events).to.deep.equal(['Normal UpToDate']);
  });

  it('does nothing if the status stays the same', async () => {
    expect(await report(BEFORE)).to.equal(undefined);
    expect([...requests, ...events]).to.deep.equal([]);
  });
});
