import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { MEDIA_TYPES } from '../../../src/core/oci/media-types.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { ACCOUNT, basicAuthorization } from '../../cluster/registry/account.ts';
import { awaitCommand, buildCommand, type Outcome } from '../../support/command.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';
import { writeDockerConfig } from '../registry/docker-config-file.ts';
import { fakeRegistries } from '../registry/client-fake-registry.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import type { BadInput, Place } from './bad-input/bad-input.ts';
import { BUILDERS } from './bad-input/builders.ts';
import { BUILDPACKS } from './bad-input/buildpacks.ts';
import { CONFIGURATIONS } from './bad-input/configurations.ts';
import { CONNECTIONS } from './bad-input/connections.ts';
import { prepare, runHere, type Case } from './bad-input/judge.ts';
import { LABELS } from './bad-input/labels.ts';
import { LAYERS } from './bad-input/layers.ts';
import { MANIFESTS } from './bad-input/manifests.ts';
import { ORDERS } from './bad-input/orders.ts';
import { withSpec } from './bad-input/some-documents.ts';
import { labelOf, withLabels, withLayer } from './bad-input/some-images.ts';
import { STATUSES } from './bad-input/statuses.ts';

const TABLES: Readonly<Record<string, readonly BadInput[]>> = {
  manifests: MANIFESTS,
  configurations: CONFIGURATIONS,
  labels: LABELS,
  orders: ORDERS,
  buildpacks: BUILDPACKS,
  statuses: STATUSES,
  builders: BUILDERS,
  connections: CONNECTIONS,
  layers: LAYERS,
};

describe('bad input of commands about builders', () => {
  const fake = fakeRegistries(2);
  const registry = temporaryRegistry('none');
  let workspace: Workspace;
  let places = 0;

  before(() => {
    buildCommand();
    workspace = makeWorkspace();
    writeDockerConfig(workspace.path, [fake().address]);
  });
  after(() => workspace.remove());

  const newPlace = (): Place => ({
    source: fake().address,
    elsewhere: fake(1).address,
    target: `${registry().address}/builders/${(places += 1)}`,
  });
  const here = async (input: Case): Promise<Outcome> => runHere(input, { DOCKER_CONFIG: workspace.path });
  const shipped = async ({ args, stdin }: Case): Promise<Outcome> =>
    awaitCommand(args, { stdin, env: { DOCKER_CONFIG: workspace.path } });

  const expectRefusal = async (input: BadInput, run: (input: Case) => Promise<Outcome>): Promise<void> => {
    const place = newPlace();
    const prepared = prepare(input, fake(), place);
    const { status, stdout, stderr } = await run(prepared);
    expect(prepared.plain(stderr)).to.equal(input.says.map((line) => `${line}\n`).join(''));
    expect([status, stdout]).to.deep.equal([1, '']);
    expect(await tagsOf(place)).to.deep.equal([]);
    expect(fake().seen.filter(({ method }) => method !== 'GET' && method !== 'HEAD')).to.deep.equal([]);
    expect(fake(1).seen.filter(({ headers }) => headers.authorization !== undefined)).to.deep.equal([]);
    for (const secret of [ACCOUNT.password, basicAuthorization().slice(6)]) expect(stderr).not.to.include(secret);
  };

  for (const [subject, rows] of Object.entries(TABLES)) {
    describe(subject, () => {
      for (const row of rows) it(row.what, async () => expectRefusal(row, here));
      for (const row of rows.slice(0, 2)) {
        it(`${row.what}, run with the shipped command`, async () => expectRefusal(row, shipped));
      }
    });
  }

  it('have unique names', () => {
    const all = Object.values(TABLES).flat();
    expect(all.length).to.be.at.least(60);
    expect(new Set(all.map(({ what }) => what)).size).to.equal(all.length);
  });

  it('valid input causes no error', async () => {
    const place = newPlace();
    const { stderr, stdout, status } = await here(prepare({ what: 'nothing', says: [] }, fake(), place));
    expect([stderr, status]).to.deep.equal(['', 0]);
    expect(stdout).to.match(/^\S+:builder-team-bad@sha256:[0-9a-f]{64}\n$/);
    expect(await tagsOf(place)).to.deep.equal(['builder-team-bad']);
  });

  for (const order of [undefined, [], [{}], [{ group: [] }]]) {
    const documents: BadInput['documents'] = ({ builder, ...others }) => [
      withSpec(builder, { order }),
      ...Object.values(others),
    ];
    it(`warns of an empty order and creates the same builder as kpack: ${JSON.stringify(order)}`, async () => {
      const place = newPlace();
      const { stderr, status } = await here(prepare({ what: 'an empty order', documents, says: [] }, fake(), place));
      expect(stderr.replace(/^warning: <stdin>:\d+:\d+ /, '')).to.equal(
        'spec.order: the order names no buildpack, so the builder can build nothing\n',
      );
      expect(status).to.equal(0);
      expect(await tagsOf(place)).to.deep.equal(['builder-team-bad']);
    });
  }

  it('copies a layer with path traversal and links without unpacking the layer', async () => {
    const escaped = `${workspace.path}/escaped`;
    const layer = makeLayer(
      [
        { path: `/../../../../../../../..${escaped}`, kind: 'file', content: 'escaped' },
        { path: escaped, kind: 'file', content: 'escaped' },
        { path: '/cnb/link', kind: 'symlink', target: '/etc' },
        { path: '/cnb/link/passwd', kind: 'file', content: 'root::0:0' },
      ],
      { order: 'given' },
    );
    const images: BadInput['images'] = (good) => {
      const image = withLayer(good['hello-2'], layer);
      const name = 'io.buildpacks.buildpack.layers';
      const [diffId = ''] = good['hello-2'].layers.map((each) => each.diffId);
      const label = JSON.stringify(labelOf(image, name)).replaceAll(diffId, layer.diffId);
      return { 'hello-2': withLabels(image, { [name]: label }) };
    };
    const place = newPlace();
    const { stderr, status } = await here(prepare({ what: 'tricks in a tar', images, says: [] }, fake(), place));
    expect([stderr, status]).to.deep.equal(['', 0]);
    const at = apiOf(place.target);
    const manifest = await fetch(`${at}/manifests/builder-team-bad`, { headers: { accept: MEDIA_TYPES.oci.manifest } });
    expect(await manifest.text()).to.include(layer.digest);
    const blob = await fetch(`${at}/blobs/${layer.digest}`);
    expect(Buffer.from(await blob.arrayBuffer()).equals(layer.content)).to.equal(true);
    expect(existsSync(escaped)).to.equal(false);
  });
});

/** Returns the tags of a repository except the tag of the run image, which is pushed first. */
async function tagsOf({ target }: Place): Promise<readonly string[]> {
  const response = await fetch(`${apiOf(target)}/tags/list`);
  const { tags = [] } = (await response.json()) as { readonly tags?: readonly string[] };
  return tags.filter((tag) => !tag.endsWith('-run-image'));
}

/** The path under which a registry serves a repository. */
function apiOf(repository: string): string {
  return `http://${repository.replace('/', '/v2/')}`;
}
