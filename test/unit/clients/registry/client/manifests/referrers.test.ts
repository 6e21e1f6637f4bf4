import { expect } from 'chai';
import {
  fakeRegistries,
  type FakeAnswer,
  type FakeRequest,
} from '../../../../../integration/registry/client-fake-registry.ts';
import { failureOf, testClients } from '../../../../../integration/registry/client-fixture.ts';
import { objectsAt, textAt } from '../../../../../support/json-field.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../../../../src/core/model/json.ts';
import { digestOf } from '../../../../../../src/core/oci/digest.ts';
import { MEDIA_TYPES } from '../../../../../../src/core/oci/media-types.ts';

const IMAGE = `sha256:${'a'.repeat(64)}`;
const TAG = `/v2/app/manifests/${IMAGE.replace(':', '-')}`;
const API = `/v2/app/referrers/${IMAGE}`;
const index = { 'content-type': MEDIA_TYPES.oci.index };

const entry = (letter: string): JsonObject => ({
  mediaType: MEDIA_TYPES.oci.manifest,
  digest: `sha256:${letter.repeat(64)}`,
  size: 7,
  artifactType: `application/${letter}`,
  annotations: { name: letter },
});
const listOf = (...entries: readonly JsonObject[]): FakeAnswer => ({
  headers: index,
  body: JSON.stringify({ schemaVersion: 2, mediaType: MEDIA_TYPES.oci.index, manifests: entries }),
});

describe('the manifests that refer to an image', () => {
  const fake = fakeRegistries(1);
  const clients = testClients();
  const subject = () => ({ registry: fake().address, repository: 'app', digest: IMAGE });
  const answers = (byPath: Readonly<Record<string, FakeAnswer>>): void => {
    fake().answer = ({ path }) => byPath[path];
  };
  const listed = async (): Promise<readonly unknown[]> =>
    (await clients.make().referrers(subject())).map(({ annotations }) => annotations['name']);

  it('are listed by the referrers API, page after page', async () => {
    const link = { ...index, link: `<${API}?last=b>; rel="next"` };
    answers({ [API]: { ...listOf(entry('b')), headers: link }, [`${API}?last=b`]: listOf(entry('c')) });
    const [first] = await clients.make().referrers(subject());
    const { digest, size, artifactType, annotations } = entry('b');
    expect(first).to.deep.equal({ digest, size, artifactType, annotations });
    expect(await listed()).to.deep.equal(['b', 'c']);
  });

  it('are not read from another host, and an endless list ends', async () => {
    const elsewhere = { ...index, link: '<http://198.51.100.1/v2/>; rel="next"' };
    answers({ [API]: { ...listOf(entry('b')), headers: elsewhere } });
    expect(await listed()).to.deep.equal(['b']);
    answers({ [API]: { ...listOf(entry('b')), headers: { ...index, link: `<${API}>; rel="next"` } } });
    expect(await listed()).to.have.length(20);
  });

  for (const [what, answer] of [
    ['404', { status: 404 }],
    ['400', { status: 400 }],
    ['405', { status: 405 }],
    ['501', { status: 501 }],
    ['403', { status: 403 }],
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<html>' }],
    ['a broken list', { headers: index, body: '[' }],
  ] as const) {
    it(`are those of the referrers tag if the registry answers with ${what}`, async () => {
      answers({ [API]: answer, [TAG]: listOf(entry('b'), { ...entry('c'), digest: 'md5:c' }) });
      expect(await listed()).to.deep.equal(['b']);
    });
  }

  it('are none without such a tag', async () => {
    expect(await listed()).to.deep.equal([]);
  });

  describe('after a push', () => {
    const bytes = Buffer.from('{}');
    const upload = { mediaType: MEDIA_TYPES.oci.manifest, digest: digestOf(bytes), size: bytes.length, bytes };
    const added = { ...upload, artifactType: 'application/new', annotations: { name: 'new' } };
    let tag: FakeAnswer | undefined;
    /** Runs after each upload of the tag. */
    let disturb: () => void;

    beforeEach(() => {
      tag = undefined;
      disturb = () => undefined;
      serve({ status: 201 });
    });

    it('are listed in the tag, beside those of others', async () => {
      const others = { ...JSON.parse(String(listOf(entry('b'), entry('c')).body)), annotations: { by: 'others' } };
      tag = { headers: index, body: JSON.stringify(others) };
      await clients.make().pushReferrers(subject(), [added], new Set([digestOf(Buffer.from('old'))]));
      const { mediaType, digest, size, artifactType, annotations } = added;
      const manifests = [entry('b'), entry('c'), { mediaType, digest, size, artifactType, annotations }];
      expect(parseJson(String(tag.body))).to.deep.equal({ ...others, manifests });
    });

    it('start a list, and replace entries of it', async () => {
      await clients.make().pushReferrers(subject(), [added]);
      expect(names()).to.deep.equal(['new']);
      tag = listOf(entry('b'), entry('c'));
      await clients.make().pushReferrers(subject(), [], new Set([`sha256:${'b'.repeat(64)}`]));
      expect(names()).to.deep.equal(['c']);
    });

    it('are not listed in the tag if the registry lists them itself', async () => {
      serve({ status: 201, headers: { 'oci-subject': IMAGE } });
      await clients.make().pushReferrers(subject(), [added]);
      expect(tag).to.equal(undefined);
    });

    it('are listed again if another client has written the tag at the same time', async () => {
      let times = 0;
      disturb = () => {
        times += 1;
        if (times === 1) tag = listOf(entry('b'));
      };
      await clients.make().pushReferrers(subject(), [added]);
      expect(names()).to.deep.equal(['b', 'new']);
      // Other clients may never stop.
      disturb = () => void (tag = listOf(entry('c')));
      tag = undefined;
      await clients.make().pushReferrers(subject(), [added]);
      expect(names()).to.deep.equal(['c']);
    });

    it('keep an image that has the name of the tag', async () => {
      const digest = `sha256:${'d'.repeat(64)}`;
      const config = { mediaType: MEDIA_TYPES.oci.config, digest, size: 2 };
      const image = { schemaVersion: 2, mediaType: MEDIA_TYPES.oci.manifest, config, layers: [] };
      tag = { headers: { 'content-type': MEDIA_TYPES.oci.manifest }, body: JSON.stringify(image) };
      const failure = await failureOf(clients.make().pushReferrers(subject(), [added]));
      expect(failure).to.match(/^UNSUPPORTED_MANIFEST .*delete the tag$/);
      expect(tag.body).to.equal(JSON.stringify(image));
    });

    it('are not listed if the registry refuses them', async () => {
      serve({ status: 400 });
      expect(await failureOf(clients.make().pushReferrers(subject(), [added]))).to.match(/^REFUSED /);
      expect(tag).to.equal(undefined);
    });

    /** A registry that answers to the upload of the manifest as given, and stores the tag. */
    function serve(answer: FakeAnswer): void {
      fake().answer = ({ method, path, body }: FakeRequest) => {
        if (path !== TAG) return method === 'PUT' ? answer : undefined;
        if (method === 'GET') return tag;
        tag = { headers: index, body };
        disturb();
        return { status: 201 };
      };
    }

    function entries(): readonly JsonObject[] {
      const list = parseJson(String(tag?.body));
      return objectsAt(isJsonObject(list) ? list : {}, 'manifests');
    }

    function names(): readonly (string | undefined)[] {
      return entries().map(({ annotations }) => textAt(isJsonObject(annotations) ? annotations : {}, 'name'));
    }
  });
});
