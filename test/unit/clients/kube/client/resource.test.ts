import { expect } from 'chai';
import { describeResource, collectionPath, objectPath } from '../../../../../src/clients/kube/client/resource.ts';
import { CUSTOM_RESOURCE_DEFINITIONS, PODS } from '../../../../../src/clients/kube/client/resources.ts';
import { THINGS } from '../some-objects.ts';

describe('paths of an API server', () => {
  const table: readonly (readonly [string, string])[] = [
    [collectionPath(PODS, undefined), '/api/v1/pods'],
    [collectionPath(PODS, 'team'), '/api/v1/namespaces/team/pods'],
    [objectPath(PODS, { namespace: 'team', name: 'x' }, 'log'), '/api/v1/namespaces/team/pods/x/log'],
    [objectPath(THINGS, { namespace: 'team', name: 'x:y' }), '/apis/test.io/v1/namespaces/team/things/x%3Ay'],
    [
      objectPath(CUSTOM_RESOURCE_DEFINITIONS, { name: 'a.b' }),
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/a.b',
    ],
  ];
  for (const [path, expected] of table) it(expected, () => expect(path).to.equal(expected));

  it('stay below the resource for any group, version and plural', () => {
    const odd = { ...THINGS, group: 'a/b', version: 'v1?x=', plural: 'pods/x' };
    expect(collectionPath(odd, 'team')).to.equal('/apis/a%2Fb/v1%3Fx%3D/namespaces/team/pods%2Fx');
    for (const version of ['..', '.', ''])
      expect(() => collectionPath({ ...THINGS, version }, 'team')).to.throw(/not a valid name|has no name/);
  });

  it('never address a collection instead of an object', () => {
    expect(() => objectPath(PODS, { namespace: 'team', name: '' })).to.throw('no name');
    expect(() => objectPath(PODS, { name: 'x' })).to.throw('no namespace');
  });

  it('have readable names', () => {
    expect([describeResource(PODS, { namespace: 'a', name: 'b' }), describeResource(THINGS, {})]).to.deep.equal([
      'pods a/b',
      'things.test.io',
    ]);
  });
});
