import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { Answer } from '../../../http/answer.ts';
import { RETRY_POLICY, withRetries } from '../../../http/retries.ts';
import { tooLarge } from '../archive/budget.ts';
import { isTransient } from '../source/is-transient.ts';
import type { SourceWorld } from '../world.ts';
import { request, type Fields } from './request.ts';
import { statusFailure } from './status-failure.ts';

/** Where a download stands. */
interface Progress {
  received: number;
  /** What the server calls this state of the blob; without a name nothing can be resumed. */
  validator: string | undefined;
  hash: ReturnType<typeof createHash>;
}

/** Downloads a blob into a file, going on where a connection broke, and answers its SHA-256 in hexadecimal. */
export async function download(world: SourceWorld, url: URL, credentials: Fields, file: string): Promise<string> {
  const progress: Progress = { received: 0, validator: undefined, hash: createHash('sha256') };
  const target = await open(file, 'wx', 0o600);
  try {
    await whileItComes(progress, async () =>
      withRetries(
        { policy: RETRY_POLICY, collaborators: world.network, isTransient, signal: world.signal },
        async () => {
          const answer = await request(world, url, headersOf(progress, credentials));
          await begin(answer, progress, target, url, world);
          for await (const chunk of answer.body) await take(chunk, progress, target, world);
        },
      ),
    );
  } finally {
    await target.close();
  }
  return progress.hash.digest('hex');
}

/** However often a connection breaks: as long as more has come than before, the rest may come as well. */
async function whileItComes(progress: Progress, attempts: () => Promise<void>): Promise<void> {
  for (;;) {
    const before = progress.received;
    try {
      return await attempts();
    } catch (error) {
      if (!isTransient(error) || progress.received <= before) throw error;
    }
  }
}

function headersOf({ received, validator }: Progress, credentials: Fields): Fields {
  const isResumed = received > 0 && validator !== undefined;
  return {
    'user-agent': 'taskpack',
    // Compression on the way would change what is counted and hashed.
    'accept-encoding': 'identity',
    ...(isResumed && { range: `bytes=${received}-`, 'if-range': validator }),
    ...credentials,
  };
}

/** Goes on (206, RFC 9110 section 15.3.7), or begins anew where the server sends all of it. */
async function begin(
  answer: Answer,
  progress: Progress,
  target: FileHandle,
  url: URL,
  { limits }: SourceWorld,
): Promise<void> {
  const { status, header } = answer;
  const isRest = status === 206 && (header('content-range') ?? '').startsWith(`bytes ${progress.received}-`);
  if (isRest) return;
  if (status !== 200) throw statusFailure(answer, url);
  if (Number(header('content-length') ?? 0) > limits.bytes) {
    answer.discard();
    throw tooLarge(`${limits.bytes} bytes`, 'SOURCE_MAX_BYTES');
  }
  await target.truncate(0);
  Object.assign(progress, { received: 0, validator: validatorOf(header), hash: createHash('sha256') });
}

/** If-Range knows no weak tags (RFC 9110 section 13.1.5). */
function validatorOf(header: Answer['header']): string | undefined {
  const tag = header('etag');
  return tag === undefined || tag.startsWith('W/') ? header('last-modified') : tag;
}

async function take(chunk: Uint8Array, progress: Progress, target: FileHandle, { limits }: SourceWorld): Promise<void> {
  if (progress.received + chunk.length > limits.bytes) throw tooLarge(`${limits.bytes} bytes`, 'SOURCE_MAX_BYTES');
  for (let written = 0; written < chunk.length;) {
    const place = progress.received + written;
    written += (await target.write(chunk, written, chunk.length - written, place)).bytesWritten;
  }
  progress.received += chunk.length;
  progress.hash.update(chunk);
}
