import { expect } from 'chai';
import { provisionedServices } from '../../../../../src/controller/builds/start/provisioned-services.ts';
import { readBuild } from '../../../../../src/controller/builds/start/read-build.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { someBuild } from '../../../../support/documents.ts';

/** Returns the resources that the controller reads for a Build with services of these API versions. */
async function servicesOf(...apiVersions: readonly string[]): Promise<readonly string[]> {
  const asked: string[] = [];
  const services = apiVersions.map((apiVersion, index) => ({ apiVersion, kind: 'Database', name: `db-${index}` }));
  const read = readBuild(someBuild({ services }).value as KubeObject);
  if (read.kind === 'problems') throw new Error(read.problems.map(({ message }) => message).join());
  const context = {
    client: {
      get: async ({ group, version, plural }: { group: string; version: string; plural: string }) => {
        asked.push(`${group} ${version} ${plural}`);
        return { apiVersion: '', kind: '', metadata: { name: '' } };
      },
    },
    findPlural: async () => 'databases',
    signal: new AbortController().signal,
  } as unknown as Parameters<typeof provisionedServices>[0];
  await provisionedServices(context, read.build, 'team');
  return asked;
}

describe('the provisioned services of a Build', () => {
  it('are read from the API server', async () => {
    expect(await servicesOf('db.example.com/v1')).to.deep.equal(['db.example.com v1 databases']);
  });

  it('are not read if the apiVersion is invalid, which the resolver refuses', async () => {
    expect(await servicesOf('../api%2fv1', 'v1?x=', 'v1%2fpods?')).to.deep.equal([]);
  });
});
