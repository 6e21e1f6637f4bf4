import { expect } from 'chai';
import { generateKeyPairSync, verify } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRedaction } from '../../../../src/clients/http/redaction.ts';
import {
  provideStorage,
  type StorageInput,
  type StorageRequest,
  uploadStorage,
} from '../../../../src/steps/resource/bucket/storage-resource.ts';
import type { ResourceDependencies } from '../../../../src/steps/resource/dependencies.ts';
import { handOnFiles, takeOverFiles } from '../../../../src/steps/resource/hand-on-files.ts';
import { type BucketServer, startBucketServer } from '../../../cluster/sources/bucket-server.ts';

const BUCKET = 'files';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

describe('resource steps and a bucket of Google Cloud Storage', function () {
  this.timeout(30_000);
  let server: BucketServer;
  let recorder: Recorder;
  let folder = '';
  let lines: string[] = [];
  const at = (...names: readonly string[]): string => path.join(folder, ...names);

  before(async function () {
    // The first run builds the server.
    this.timeout(900_000);
    server = await startBucketServer();
    recorder = await startRecorder(server.url);
  });
  after(async () => {
    await recorder?.stop();
    await server?.stop();
  });
  beforeEach(async () => {
    lines = [];
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'taskpack-bucket-')));
    writeFileSync(
      at('key.json'),
      JSON.stringify({ type: 'service_account', client_email: 'robot@example.com', private_key: privateKey }),
    );
    mkdirSync(at('out/below'), { recursive: true });
    writeFileSync(at('out/text'), 'text');
    writeFileSync(at('out/below/run'), '#!/bin/sh', { mode: 0o755 });
    await server.createBucket(bucket());
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A bucket of each test. */
  const bucket = (): string => `${BUCKET}-${path.basename(folder).toLowerCase()}`;
  const dependencies = (): ResourceDependencies => ({
    environment: { GCS_ENDPOINT: recorder.url },
    redaction: makeRedaction(),
    signal: new AbortController().signal,
    log: (line) => void lines.push(line),
  });
  const storage = (changes: Partial<StorageRequest> = {}): StorageRequest => ({
    directory: at('out'),
    location: `gs://${bucket()}/some/place`,
    isFolder: true,
    credentials: at('key.json'),
    ...changes,
  });
  const input = (changes: Partial<StorageInput> = {}): StorageInput => ({
    ...storage({ directory: at('in') }),
    isOptional: false,
    from: { location: '', credentials: '/' },
    ...changes,
  });
  async function refusedInput(changes: Partial<StorageInput>): Promise<string> {
    return refusal(provideStorage(input(changes), dependencies()));
  }

  it('hands files on with their permissions and links', async () => {
    symlinkSync('below/run', at('out/link'));
    const artifact = { location: `gs://${bucket()}/run-1/first/code.tar.gz`, credentials: at('key.json') };
    await handOnFiles({ from: at('out'), to: artifact }, dependencies());
    expect(Object.keys(await server.objects(bucket()))).to.deep.equal(['run-1/first/code.tar.gz']);
    mkdirSync(at('in'));
    await takeOverFiles(artifact, at('in'), dependencies());
    expect([readFileSync(at('in/text'), 'utf8'), readlinkSync(at('in/link'))]).to.deep.equal(['text', 'below/run']);
    expect(statSync(at('in/below/run')).mode & 0o777).to.equal(0o755);
  });

  it('unpacks no link that leads out of the directory', async () => {
    symlinkSync('../elsewhere', at('out/link'));
    const artifact = { location: `gs://${bucket()}/code.tar.gz`, credentials: '/' };
    await handOnFiles({ from: at('out'), to: artifact }, dependencies());
    mkdirSync(at('in'));
    const said = await refusal(takeOverFiles(artifact, at('in'), dependencies()));
    expect(said).to.match(/^ArchiveInvalid: cannot use gs:.*"link" is a symlink that leads out/);
  });

  it('signs each request with the key of the service account, and prints no part of the key', async () => {
    recorder.authorizations.splice(0);
    await uploadStorage(storage({ isFolder: false, location: `gs://${bucket()}/a/` }), dependencies());
    expect(recorder.authorizations).to.have.length.of.at.least(1);
    for (const authorization of recorder.authorizations) {
      const [head = '', body = '', signature = ''] = authorization.replace(/^Bearer /, '').split('.');
      expect(verify('sha256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'))).to.equal(
        true,
      );
      expect(JSON.parse(Buffer.from(body, 'base64url').toString())).to.include({ iss: 'robot@example.com' });
    }
    expect(lines.join('\n')).not.to.include('PRIVATE');
  });

  it('uploads a folder, deletes what the folder no longer has, and leaves all other objects', async () => {
    for (const name of ['some/place/old', 'some/place-2', 'other']) await server.put(bucket(), name, name);
    await uploadStorage(storage(), dependencies());
    expect(await server.objects(bucket())).to.deep.equal({
      'some/place/text': 'text',
      'some/place/below/run': '#!/bin/sh',
      'some/place-2': 'some/place-2',
      other: 'other',
    });
  });

  it('uploads the only file as an object, and several files below the location', async () => {
    await uploadStorage(storage({ isFolder: false }), dependencies());
    writeFileSync(at('out/more'), 'more');
    await uploadStorage(storage({ isFolder: false, location: `gs://${bucket()}` }), dependencies());
    expect(await server.objects(bucket())).to.deep.equal({ 'some/place': 'text', text: 'text', more: 'more' });
  });

  it('downloads an object and a folder', async () => {
    for (const name of ['some/place/', 'some/place/a', 'some/place/b/c', 'some/place-2'])
      await server.put(bucket(), name, name);
    await provideStorage(input(), dependencies());
    expect([readFileSync(at('in/a'), 'utf8'), readFileSync(at('in/b/c'), 'utf8')]).to.deep.equal([
      'some/place/a',
      'some/place/b/c',
    ]);
    await provideStorage(
      input({ isFolder: false, location: `gs://${bucket()}/some/place-2`, credentials: '/' }),
      dependencies(),
    );
    expect(readFileSync(at('in/place-2'), 'utf8')).to.equal('some/place-2');
  });

  it('writes nothing outside of the directory, whatever the names of objects are', async () => {
    for (const name of ['../stolen', 'a/../../stolen', '/stolen', 'a//b']) {
      await server.put(bucket(), `odd/${name}`, 'content');
      const said = await refusal(provideStorage(input({ location: `gs://${bucket()}/odd` }), dependencies()));
      expect(said).to.match(/^ArchiveInvalid: the name of object .* is not a path below the folder/);
    }
    expect(existsSync(at('stolen'))).to.equal(false);
  });

  it('uploads a link within the directory as a file, and refuses a link out of it', async () => {
    symlinkSync('text', at('out/alias'));
    await uploadStorage(storage(), dependencies());
    expect(await server.objects(bucket())).to.include({ 'some/place/alias': 'text' });
    symlinkSync('../key.json', at('out/key'));
    expect(await refusal(uploadStorage(storage(), dependencies()))).to.match(
      /^InputsUnusable: \S+\/out\/key is a link out of/,
    );
    expect(JSON.stringify(await server.objects(bucket()))).not.to.include('PRIVATE');
  });

  it('refuses a link in place of the directory and above it, whatever it leads to', async () => {
    mkdirSync(at('credentials/below'), { recursive: true });
    renameSync(at('key.json'), at('credentials/below/key.json'));
    symlinkSync('credentials', at('data'));
    const credentials = at('credentials/below/key.json');
    for (const directory of [at('data'), at('data/below')]) {
      const to = { location: `gs://${bucket()}/code.tar.gz`, credentials };
      for (const work of [
        async () => uploadStorage(storage({ directory, credentials }), dependencies()),
        async () => uploadStorage(storage({ directory, credentials, isFolder: false }), dependencies()),
        async () => handOnFiles({ from: directory, to }, dependencies()),
        async () =>
          handOnFiles({ from: directory, to: { location: at('artifact'), credentials: '/' } }, dependencies()),
      ])
        expect(await refusal(work())).to.match(
          /^InputsUnusable: \S+\/data\S* is a link or below one, .*: write the files/,
        );
    }
    expect(await server.objects(bucket())).to.deep.equal({});
    expect(existsSync(at('artifact'))).to.equal(false);
  });

  it('says what is wrong with a location, a bucket and credentials', async () => {
    for (const location of [
      's3://bucket/a',
      'https://storage.googleapis.com/b/a',
      'gs://bucket/*.jar',
      'gs://bucket/a/../b',
      'gs://',
    ])
      expect(await refusedInput({ location })).to.match(
        /^InputsUnusable: cannot use the location .*: only gs:\/\/BUCKET\/PATH of Google/,
      );
    expect(await refusedInput({ isFolder: false, location: `gs://${bucket()}/missing` })).to.match(
      /^SourceNotFound: .* no such bucket or object/,
    );
    expect(await refusedInput({ location: '' })).to.match(/^InputsUnusable: there is neither a location to download/);
    expect(await refusedInput({ credentials: at('missing') })).to.match(
      /^CredentialsInvalid: .* \(ENOENT\): create the Secret/,
    );
    writeFileSync(
      at('key.json'),
      JSON.stringify({ type: 'external_account', client_email: 'robot@example.com', private_key: privateKey }),
    );
    expect(await refusedInput({})).to.match(/^CredentialsInvalid: .* are not the key of a service account/);
    recorder.answers.push(403);
    expect(await refusedInput({ credentials: '/' })).to.match(/^SourceDenied: .* denies access \(HTTP 403\)/);
  });
});

/** Returns the code and the message of an error. */
async function refusal(work: Promise<void>): Promise<string> {
  return work.then(
    () => 'nothing is refused',
    (error: unknown) => `${(error as { readonly code: string }).code}: ${(error as Error).message}`,
  );
}

interface Recorder {
  readonly url: string;
  /** The headers of all requests. */
  readonly authorizations: string[];
  /** Statuses with which the next requests are answered. */
  readonly answers: number[];
  readonly stop: () => Promise<void>;
}

/** Starts a proxy that records the credentials of requests. */
async function startRecorder(target: string): Promise<Recorder> {
  const authorizations: string[] = [];
  const answers: number[] = [];
  const proxy: Server = createServer((incoming, outgoing) => {
    authorizations.push(incoming.headers.authorization ?? '');
    const status = answers.shift();
    if (status !== undefined) {
      outgoing.writeHead(status).end();
      return;
    }
    const forwarded = request(`${target}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: incoming.headers,
    });
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    authorizations,
    answers,
    stop: async () =>
      new Promise<void>((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}
