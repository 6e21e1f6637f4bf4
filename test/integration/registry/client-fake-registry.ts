import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serveHttp, type HttpServer } from '../../support/http-server.ts';

/** A request that a fake registry received. */
export interface FakeRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Writes the body to the response itself. */
  readonly write?: (response: ServerResponse) => void;
}

export interface FakeRegistry extends HttpServer {
  readonly seen: FakeRequest[];
  /** The answer to a request. If it is undefined, `/v2/` answers 200 and every other path 404. */
  answer: (request: FakeRequest) => FakeAnswer | undefined;
}

/** A registry with the responses that a test defines. */
async function startFakeRegistry(): Promise<FakeRegistry> {
  const seen: FakeRequest[] = [];
  const server = await serveHttp('127.0.0.1', (incoming, response) => {
    void (async () => {
      const { method = '', url: path = '', headers } = incoming;
      const request = { method, path, headers, body: (await buffer(incoming)).toString() };
      seen.push(request);
      const {
        status = 200,
        headers: answered = {},
        body = '',
        write,
      } = fake.answer(request) ?? { status: path === '/v2/' ? 200 : 404 };
      const hasLength = write === undefined && !('transfer-encoding' in answered) && status !== 204;
      response.writeHead(status, { ...(hasLength && { 'content-length': Buffer.byteLength(body) }), ...answered });
      if (write === undefined) response.end(body);
      else write(response);
    })();
  });
  const fake: FakeRegistry = { ...server, seen, answer: () => undefined };
  return fake;
}

/** Fake registries for the calling suite, by number from 0. They are reset before each test. */
export function fakeRegistries(count: number): (nth?: number) => FakeRegistry {
  const fakes: FakeRegistry[] = [];
  before(async () => {
    for (let place = 0; place < count; place += 1) fakes.push(await startFakeRegistry());
  });
  after(async () => Promise.all(fakes.map(async (fake) => fake.stop())));
  beforeEach(() => {
    for (const fake of fakes) {
      fake.seen.length = 0;
      fake.answer = () => undefined;
    }
  });
  return (nth = 0) => {
    const fake = fakes[nth];
    if (fake === undefined) throw new Error(`no fake registry ${nth}`);
    return fake;
  };
}
