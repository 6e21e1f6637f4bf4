import { expect } from 'chai';
import { objectCache, type OpenCache } from '../../../../src/controller/kit/object-cache.ts';
import { KubeError } from '../../../../src/clients/kube/kube-error.ts';
import { fakeTransport } from '../../clients/kube/fake-transport.ts';
import { bookmark, listOf, thing, THINGS } from '../../clients/kube/some-objects.ts';
import { VirtualClock } from '../../../support/virtual-clock.ts';

const DOWN = new KubeError('UNREACHABLE', 'list things', 'connection refused');

describe('an object cache', () => {
  it('reports for how long its requests have failed', async () => {
    const time = new VirtualClock();
    const end = new AbortController();
    const opened: OpenCache[] = [];
    const down = { lines: [], end: DOWN };
    const watches = [down, down, down, { lines: [bookmark('11')], end: 'never' as const }];
    const { ended } = objectCache(
      { resource: THINGS, parse: (object) => object },
      {
        transport: fakeTransport([listOf('10', thing('a', '1'))], watches),
        clock: time,
        random: () => 0.5,
        report: () => undefined,
        onOpen: (cache) => void opened.push(cache),
        signal: end.signal,
      },
    );
    const failingForMs = (): number | undefined => opened[0]?.failingForMs();
    expect(failingForMs()).to.equal(undefined);
    await time.advance(0);
    expect(failingForMs()).to.equal(0);
    await time.advance(500);
    expect(failingForMs()).to.equal(500);
    await time.advance(10_000);
    expect(failingForMs()).to.equal(undefined);
    end.abort();
    await ended;
  });
});
