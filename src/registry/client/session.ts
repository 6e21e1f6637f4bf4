import { withInnerRetries } from '../../http/retries.ts';
import { readAuthChallenge, type AuthChallenge } from './auth-challenge.ts';
import { answerError } from './answer-error.ts';
import { exchange } from './exchange.ts';
import { speaksNoTls } from './network-error.ts';
import { RegistryError, type Subject } from './registry-error.ts';
import { schemesOf } from './registry-scheme.ts';
import { retrying } from './retrying.ts';
import type { Wire } from './wire.ts';

/** What is known of a registry after the first request to it. */
export interface Session {
  readonly registry: string;
  /** `https://registry/v2/`, or the same of plain HTTP. */
  readonly base: URL;
  readonly challenge: AuthChallenge;
}

export interface Sessions {
  /** Finds out how a registry is spoken to. Rejects as `exchange` does, or for an answer that is no registry's. */
  readonly session: (registry: string, subject: Subject) => Promise<Session>;
  /** Keeps what a registry wants to know that did not ask at first, so that not every request is sent twice. */
  readonly challenged: (session: Session, challenge: AuthChallenge) => void;
}

/** Sessions that last as long as the client does; one that failed is begun anew. */
export function makeSessions(wire: Wire, insecure: readonly string[]): Sessions {
  const sessions = new Map<string, Promise<Session>>();
  return {
    session: async (registry, subject) => {
      const kept = sessions.get(registry);
      if (kept !== undefined) return kept;
      const begun = beginSession(wire, registry, schemesOf(registry, insecure), { ...subject, registry });
      sessions.set(registry, begun);
      begun.catch(() => sessions.delete(registry));
      return begun;
    },
    challenged: (session, challenge) => {
      if (session.challenge.kind !== 'none') return;
      sessions.set(session.registry, Promise.resolve({ ...session, challenge: withoutScope(challenge) }));
    },
  };
}

/** The scope is of one request. */
function withoutScope(challenge: AuthChallenge): AuthChallenge {
  if (challenge.kind !== 'bearer') return challenge;
  const { scope: _, ...rest } = challenge;
  return rest;
}

async function beginSession(
  wire: Wire,
  registry: string,
  schemes: readonly string[],
  subject: Subject,
): Promise<Session> {
  const bases = schemes.map((scheme) => new URL(`${scheme}://${registry}/v2/`));
  return withInnerRetries(retrying(wire), async () => firstThatSpeaks(wire, bases, subject));
}

async function firstThatSpeaks(wire: Wire, [base, ...others]: readonly URL[], subject: Subject): Promise<Session> {
  if (base === undefined) throw new Error(`no address of registry ${subject.registry}`);
  try {
    return { registry: subject.registry, base, challenge: await ping(wire, base, subject) };
  } catch (error) {
    if (others.length === 0 || !speaksNoTls(error)) throw error;
    return firstThatSpeaks(wire, others, subject).catch((other: unknown) => {
      // A TLS server that broke once refuses plain HTTP; what broke is the error then.
      throw other instanceof RegistryError && other.code === 'REFUSED' ? error : other;
    });
  }
}

/** "Determining Support" of the OCI distribution specification; 403 and 404 are of registries that hide it. */
async function ping(wire: Wire, base: URL, subject: Subject): Promise<AuthChallenge> {
  const answer = await exchange(wire, { method: 'GET', url: base, headers: {}, subject });
  const { status } = answer;
  if (status !== 200 && status !== 401 && status !== 403 && status !== 404) {
    throw await answerError(wire, answer, subject, `registry ${subject.registry}`);
  }
  answer.discard();
  return status === 401 ? readAuthChallenge(answer.header('www-authenticate'), base, subject) : { kind: 'none' };
}
