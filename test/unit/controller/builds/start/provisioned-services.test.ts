import { expect } from 'chai';
import { provisionedServices } from '../../../../../src/controller/builds/start/provisioned-services.ts';
import { readBuild } from '../../../../../src/controller/builds/start/read-build.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { someBuild } from '../../../../support/documents.ts';

type Context = Parameters<typeof provisionedServices>[0];

/** Returns a context whose API server has a Database with this status for every name. */
function contextWith(status: object, asked: string[] = []): Context {
  return {
    client: {
      get: async ({ group, version, plural }: { group: string; version: string; plural: string }) => {
        asked.push(`${group} ${version} ${plural}`);
        return { apiVersion: '', kind: '', metadata: { name: '' }, status };
      },
    },
    findPlural: async () => 'databases',
    signal: new AbortController().signal,
  } as unknown as Context;
}

/** Returns a Build with services of these API versions. */
function buildWith(...apiVersions: readonly string[]): Parameters<typeof provisionedServices>[1] {
  const services = apiVersions.map((apiVersion, index) => ({ apiVersion, kind: 'Database', name: `db-${index}` }));
  const read = readBuild(someBuild({ services }).value as KubeObject);
  if (read.kind === 'problems') throw new Error(read.problems.map(({ message }) => message).join());
  return read.build;
}

/** Returns the resources that the controller reads for a Build with services of these API versions. */
async function servicesOf(...apiVersions: readonly string[]): Promise<readonly string[]> {
  const asked: string[] = [];
  await provisionedServices(contextWith({}, asked), buildWith(...apiVersions), 'team');
  return asked;
}

describe('the provisioned services of a Build', () => {
  it('are read from the API server', async () => {
    expect(await servicesOf('db.example.com/v1')).to.deep.equal(['db.example.com v1 databases']);
  });

  it('are not read if the apiVersion is invalid, which the resolver refuses', async () => {
    expect(await servicesOf('../api%2fv1', 'v1?x=', 'v1%2fpods?')).to.deep.equal([]);
  });

  for (const [name, expected] of [
    ['login', { secret: 'login' }],
    ['', {}],
  ] as const) {
    it(`name the Secret of status.binding.name: ${JSON.stringify(name)}`, async () => {
      const context = contextWith({ binding: { name } });
      const services = await provisionedServices(context, buildWith('db.example.com/v1'), 'team');
      expect([...services]).to.deep.equal([['db.example.com/v1/Database/db-0', expected]]);
    });
  }
});
