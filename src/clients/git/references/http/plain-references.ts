import { GitError } from '../git-error.ts';
import type { Reference, References } from '../references.ts';
import { TooLongError, type ResponseLimit } from './packets.ts';

/** A line of the file `info/refs` (gitrepository-layout(5)): an id, a tab and a name. */
const LINE = /^(?<id>[0-9a-f]{40}|[0-9a-f]{64})\t(?<name>[^\0-\x20]+)\r?$/;

/** Longer lines are not those of references. */
const MAX_LINE_LENGTH = 4_096;

/** Reads the file `info/refs` of a server of plain files and keeps only the wanted references. Rejects with `GitError`. */
export async function readPlainReferences(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, advice }: ResponseLimit,
  wanted: ReadonlySet<string>,
): Promise<References> {
  const references = new Map<string, Reference>();
  const decoder = new TextDecoder();
  let rest = '';
  let received = 0;
  for await (const chunk of body) {
    received += chunk.length;
    if (received > maxBytes) {
      throw new TooLongError('InvalidResponse', `the git server sends more than ${maxBytes} bytes: ${advice}`);
    }
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_LENGTH) throw notReferences();
    for (const line of lines) add(references, wanted, line);
  }
  if (rest !== '') add(references, wanted, rest);
  return references;
}

function add(references: Map<string, Reference>, wanted: ReadonlySet<string>, line: string): void {
  const { id, name } = LINE.exec(line)?.groups ?? {};
  if (id === undefined || name === undefined) throw notReferences();
  const plain = name.replace(/\^\{\}$/, '');
  if (!wanted.has(plain)) return;
  const tag = plain === name ? undefined : references.get(plain);
  references.set(plain, tag === undefined ? { id } : { ...tag, peeled: id });
}

function notReferences(): GitError {
  return new GitError(
    'InvalidResponse',
    "the git server sends a response that is not git's protocol: check that the URL is that of a git repository",
  );
}

/** Returns the branch that the file `HEAD` names, or the id in it. */
export function readHead(text: string): Reference | string | undefined {
  const { branch, id } =
    /^(?:ref:\s*(?<branch>refs\/\S+)|(?<id>[0-9a-f]{40}|[0-9a-f]{64}))\s*$/.exec(text)?.groups ?? {};
  return branch ?? (id === undefined ? undefined : { id });
}
