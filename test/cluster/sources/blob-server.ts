import { serveHttp } from '../../support/http-server.ts';

/** Milliseconds between the last byte and the break of a connection, so that the client has read all bytes. */
const ARRIVAL = 50;

export interface BlobServerOptions {
  /** The listening address. Pods cannot reach the loopback address. */
  readonly host?: string;
  readonly authorization?: string;
  /** The number of bytes after which every response breaks. */
  readonly breaksAfter?: number;
  /** True if the server ignores ranges and sends the whole blob. */
  readonly hasNoRanges?: boolean;
  /** True if the blob and its ETag change with the second request. */
  readonly next?: Buffer;
  /** The Content-Encoding of every response. */
  readonly encoding?: string;
  readonly status?: number;
  readonly location?: string;
}

/** An HTTP server with one blob. */
export interface BlobServer {
  readonly url: string;
  readonly heard: Readonly<Partial<Record<'authorization' | 'range' | 'if-range', string>>>[];
  stop(): Promise<void>;
}

export async function startBlobServer(first: Buffer, options: BlobServerOptions = {}): Promise<BlobServer> {
  const heard: BlobServer['heard'] = [];
  const { address, stop } = await serveHttp(options.host ?? '127.0.0.1', (request, response) => {
    const { authorization, range, 'if-range': condition } = request.headers;
    heard.push({
      ...(authorization && { authorization }),
      ...(range && { range }),
      ...(typeof condition === 'string' && { 'if-range': condition }),
    });
    if (options.location !== undefined) return void response.writeHead(307, { location: options.location }).end();
    if (options.status !== undefined) return void response.writeHead(options.status).end('a page');
    if (options.authorization !== undefined && authorization !== options.authorization) {
      return void response.writeHead(401).end();
    }
    const isNext = options.next !== undefined && heard.length > 1;
    const blob = isNext ? (options.next ?? first) : first;
    const etag = isNext ? '"2"' : '"1"';
    const start = options.hasNoRanges !== true && condition === etag ? Number(/\d+/.exec(range ?? '')?.[0] ?? 0) : 0;
    const end = Math.min(blob.length, start + (options.breaksAfter ?? blob.length));
    const encoding = options.encoding === undefined ? {} : { 'content-encoding': options.encoding };
    const headers = { etag, 'content-length': blob.length - start, ...encoding };
    if (start === 0) response.writeHead(200, headers);
    else response.writeHead(206, { ...headers, 'content-range': `bytes ${start}-${blob.length - 1}/${blob.length}` });
    const breakOff = (): void => void setTimeout(() => request.socket.destroy(), ARRIVAL);
    response.write(blob.subarray(start, end), () => (end < blob.length ? breakOff() : response.end()));
  });
  return { url: `http://${address}`, heard, stop };
}
