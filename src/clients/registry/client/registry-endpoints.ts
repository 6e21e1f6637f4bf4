import type { ReachableKind } from '../../http/addresses/reach.ts';
import { withInnerRetries } from '../../http/retries.ts';
import { readAuthChallenge, type AuthChallenge } from './auth/challenge.ts';
import { responseError } from './transport/error-response.ts';
import { sendHttpRequest, isPlainHttpServer } from './transport/send-request.ts';
import { RegistryError, sharedBy, type Subject } from './registry-error.ts';
import { candidateSchemes } from './transport/hosts.ts';
import { retryOptions } from './retrying.ts';
import { registryReach, type Transport } from './transport/transport.ts';

/** How to reach a registry. */
export interface RegistryEndpoint {
  readonly registry: string;
  /** `https://REGISTRY/v2/`, or the same with `http`. */
  readonly base: URL;
  /**
   * The kind of the registry's address. All requests to the registry stay with it, because a name can have another
   * address later, and what the registry refers to is checked against it.
   */
  readonly reached: ReachableKind;
  readonly challenge: AuthChallenge;
}

export interface RegistryEndpoints {
  /**
   * Returns the endpoint of a registry, from the cache if possible. Rejects with the codes of `sendHttpRequest`, or
   * with the code of an unexpected status.
   */
  readonly find: (registry: string, subject: Subject) => Promise<RegistryEndpoint>;
  /** Records a challenge that the registry sent only later, so that further requests carry a token from the start. */
  readonly recordChallenge: (endpoint: RegistryEndpoint, challenge: AuthChallenge) => void;
}

/** Creates a cache of endpoints. A failed lookup is not cached. */
export function makeEndpoints(transport: Transport, insecure: readonly string[]): RegistryEndpoints {
  const endpoints = new Map<string, Promise<RegistryEndpoint>>();
  return {
    find: async (registry, subject) => {
      const cached = endpoints.get(registry);
      if (cached !== undefined) return sharedBy(subject, cached);
      const lookup = discoverEndpoint(transport, registry, candidateSchemes(registry, insecure), {
        ...subject,
        registry,
      });
      endpoints.set(registry, lookup);
      lookup.catch(() => endpoints.delete(registry));
      return lookup;
    },
    recordChallenge: (endpoint, challenge) => {
      if (endpoint.challenge.kind !== 'none') return;
      endpoints.set(endpoint.registry, Promise.resolve({ ...endpoint, challenge: withoutScope(challenge) }));
    },
  };
}

/** A scope belongs to one request only. */
function withoutScope(challenge: AuthChallenge): AuthChallenge {
  if (challenge.kind !== 'bearer') return challenge;
  const { scope: _, ...rest } = challenge;
  return rest;
}

async function discoverEndpoint(
  transport: Transport,
  registry: string,
  schemes: readonly string[],
  subject: Subject,
): Promise<RegistryEndpoint> {
  const bases = schemes.map((scheme) => new URL(`${scheme}://${registry}/v2/`));
  return withInnerRetries(retryOptions(transport, 'first'), async () => firstReachable(transport, bases, subject));
}

async function firstReachable(
  transport: Transport,
  [base, ...others]: readonly URL[],
  subject: Subject,
): Promise<RegistryEndpoint> {
  if (base === undefined) throw new Error(`no address of registry ${subject.registry}`);
  try {
    return await ping(transport, base, subject);
  } catch (error) {
    if (others.length === 0 || !isPlainHttpServer(error)) throw error;
    return firstReachable(transport, others, subject).catch((other: unknown) => {
      // A TLS server whose connection broke once rejects plain HTTP. The first error is the real one then.
      throw other instanceof RegistryError && other.code === 'REFUSED' ? error : other;
    });
  }
}

/**
 * Requests `/v2/` ("Determining Support") and returns the endpoint with its challenge. Some registries hide the path and answer 403 or
 * 404.
 */
async function ping(transport: Transport, base: URL, subject: Subject): Promise<RegistryEndpoint> {
  const { registry } = subject;
  const reach = registryReach(transport, registry);
  const response = await sendHttpRequest(transport, { method: 'GET', url: base, headers: {}, reach, subject });
  const { status, reached } = response;
  if (status !== 200 && status !== 401 && status !== 403 && status !== 404) {
    throw await responseError(transport, response, subject);
  }
  response.discard();
  const challenge: AuthChallenge =
    status === 401 ? readAuthChallenge(response.header('www-authenticate'), base, subject) : { kind: 'none' };
  return { registry, base, reached, challenge };
}
