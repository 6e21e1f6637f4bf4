import { expect } from 'chai';
import { NO_FILTER, readRoute, routeText, type Route } from '../../../../src/insight/dashboard/page/route.ts';

describe('the address of a page of the dashboard', () => {
  const routes: readonly (readonly [text: string, route: Route])[] = [
    ['#/images', { kind: 'list', list: 'images', filter: NO_FILTER }],
    [
      '#/builds?text=a+b%26c&state=failed&namespace=team',
      { kind: 'list', list: 'builds', filter: { text: 'a b&c', state: 'failed', namespace: 'team' } },
    ],
    ['#/build/team/shop-build-1', { kind: 'build', namespace: 'team', name: 'shop-build-1' }],
    ['#/image/team/shop', { kind: 'image', namespace: 'team', name: 'shop' }],
    ['#/builder/team/base', { kind: 'builder', namespace: 'team', name: 'base' }],
    ['#/clusterbuilder/base', { kind: 'clusterbuilder', namespace: '', name: 'base' }],
  ];
  for (const [text, route] of routes) {
    it(`is read and written: ${text}`, () => {
      expect(readRoute(text)).to.deep.equal(route);
      expect(routeText(route)).to.equal(text);
    });
  }

  for (const text of ['', '#', '#/', '#/nothing', '#/build', '#/build/team', '#/build/%/x', '#token=x']) {
    it(`is the list of Images: "${text}"`, () => {
      expect(readRoute(text)).to.deep.equal({ kind: 'list', list: 'images', filter: NO_FILTER });
    });
  }
});
