import { CrowdedNamesError, GitError } from '../git-error.ts';
import type { Reference, References } from '../references.ts';
import { notProtocol, throwReported } from './advertisement.ts';
import { commandRequest, type Capabilities } from './command-request.ts';
import { TooLongError, type Packet } from './packets.ts';

/** Returns the body of the command `ls-refs` (gitprotocol-v2(5)). The server sends only names with these prefixes. */
export function lsRefsRequest(names: readonly string[], capabilities: Capabilities): string {
  return commandRequest('ls-refs', capabilities, ['peel', ...names.map((name) => `ref-prefix ${name}`)]);
}

/** A line of the response: an id or `unborn`, a name, and attributes. */
const LINE = /^(?<id>unborn|[0-9a-f]{40}|[0-9a-f]{64}) (?<name>[^ ]+)(?: (?<attributes>.*))?$/s;

/**
 * Reads the response and keeps only the wanted references. Rejects with `GitError`, and with `CrowdedNamesError` if the response is too
 * long because of some of the names.
 */
export async function readLsRefs(packets: AsyncIterable<Packet>, names: ReadonlySet<string>): Promise<References> {
  const crowds = crowdCounter(names);
  try {
    return await readReferences(packets, names, crowds);
  } catch (error) {
    const crowded = error instanceof TooLongError ? crowds.largest() : [];
    throw error instanceof TooLongError && crowded.length > 0 ? new CrowdedNamesError(crowded, error) : error;
  }
}

async function readReferences(
  packets: AsyncIterable<Packet>,
  names: ReadonlySet<string>,
  crowds: CrowdCounter,
): Promise<References> {
  const references = new Map<string, Reference>();
  let isComplete = false;
  for await (const packet of packets) {
    if (isComplete && packet.kind !== 'end') throw notProtocol();
    if (packet.kind === 'flush') isComplete = true;
    if (packet.kind === 'delimiter') throw notProtocol();
    if (packet.kind === 'data') add(references, names, crowds, packet.text);
  }
  if (isComplete) return references;
  throw new GitError('NetworkFailed', 'the git server ends its response too early: try again later');
}

function add(references: Map<string, Reference>, names: ReadonlySet<string>, crowds: CrowdCounter, text: string): void {
  throwReported(text);
  const { id, name, attributes = '' } = LINE.exec(text)?.groups ?? {};
  if (id === undefined || name === undefined) throw notProtocol();
  if (!names.has(name)) crowds.count(name);
  if (id === 'unborn' || !names.has(name)) return;
  const peeled = /(?:^| )peeled:([0-9a-f]{40,64})(?: |$)/.exec(attributes)?.[1];
  references.set(name, peeled === undefined ? { id } : { id, peeled });
}

/** Counts the references that begin with each of the names that a server was asked for. */
interface CrowdCounter {
  readonly count: (reference: string) => void;
  /** Returns the names that most of the references begin with; none if no reference begins with any. */
  readonly largest: () => readonly string[];
}

/** Creates a counter. A server sends all references that begin with a name, such as `refs/pull/1/head` for `refs/p`. */
function crowdCounter(names: ReadonlySet<string>): CrowdCounter {
  const lengths = [...new Set([...names].map(({ length }) => length))].toSorted((one, other) => one - other);
  const crowds = new Map<string, number>();
  return {
    count: (reference) => {
      for (const length of lengths) {
        if (length >= reference.length) break;
        const begin = reference.slice(0, length);
        if (names.has(begin)) crowds.set(begin, (crowds.get(begin) ?? 0) + 1);
      }
    },
    largest: () => {
      const sorted = [...crowds].toSorted(([, one], [, other]) => other - one);
      const half = sorted.reduce((sum, [, count]) => sum + count, 0) / 2;
      let before = 0;
      return sorted.flatMap(([name, count]) => {
        const isLarge = before < half;
        before += count;
        return isLarge ? [name] : [];
      });
    },
  };
}
