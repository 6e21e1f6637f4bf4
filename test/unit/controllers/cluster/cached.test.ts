import { expect } from 'chai';
import { cached, type OpenCache } from '../../../../src/controllers/cluster/cached.ts';
import { KubeError } from '../../../../src/kube/kube-error.ts';
import { fakeTransport } from '../../kube/fake-transport.ts';
import { bookmark, listOf, thing, THINGS } from '../../kube/some-objects.ts';
import { virtualTime } from '../../kube/virtual-time.ts';

const DOWN = new KubeError('UNREACHABLE', 'list things', 'nobody is there');

describe('a cache', () => {
  it('says how long it has failed to hear from the server', async () => {
    const time = virtualTime();
    const end = new AbortController();
    const opened: OpenCache[] = [];
    const down = { lines: [], end: DOWN };
    const watches = [down, down, down, { lines: [bookmark('11')], end: 'never' as const }];
    const { ended } = cached(
      { resource: THINGS, parse: (object) => object },
      {
        transport: fakeTransport([listOf('10', thing('a', '1'))], watches),
        collaborators: time.collaborators,
        report: () => undefined,
        onOpen: (cache) => void opened.push(cache),
        signal: end.signal,
      },
    );
    const failingFor = (): number | undefined => opened[0]?.failingFor();
    expect(failingFor()).to.equal(undefined);
    await time.advance(0);
    expect(failingFor()).to.equal(0);
    await time.advance(500);
    expect(failingFor()).to.equal(500);
    await time.advance(10_000);
    expect(failingFor()).to.equal(undefined);
    end.abort();
    await ended;
  });
});
