import { createSecureContext, type SecureContext } from 'node:tls';
import type { Clock } from '../../core/runtime/clock.ts';
import { inSlices } from '../../core/runtime/slices.ts';
import { PEM_BLOCK } from '../../core/model/certificates.ts';

/** The memory of a certificate in a context is about 5 KiB. */
const CERTIFICATE_BYTES = 8 * 1024;

/** See `memoryOf`. */
const MEMORY = new WeakMap<SecureContext, ArrayBuffer>();

/**
 * Creates a TLS context that trusts certificates in addition to Node's well-known authorities. Lets other work run in between, because
 * a hundred certificates take twenty milliseconds, and users of a cluster choose their number.
 */
export async function trustingContext(pem: string, clock: Pick<Clock, 'elapsed'>): Promise<SecureContext> {
  return inSlices(addCertificates(pem), clock);
}

function* addCertificates(pem: string): Generator<undefined, SecureContext> {
  // The option `ca` would read the well-known authorities again for each context, and all certificates at once.
  const context = createSecureContext();
  const handle: unknown = context.context;
  if (!isHandle(handle)) throw new Error('this version of Node has no method to add a certificate to a TLS context');
  let count = 0;
  for (const [block] of pem.matchAll(PEM_BLOCK)) {
    yield;
    handle.addCACert(block);
    count += 1;
  }
  MEMORY.set(context, memoryOf(count));
  return context;
}

/**
 * Returns a buffer as large as the certificates of a context. V8 does not know how large they are, so that hundreds of unused contexts
 * could fill the memory of the process before V8 collects them. The kernel gives no memory to a buffer that nothing writes.
 */
function memoryOf(certificates: number): ArrayBuffer {
  return new ArrayBuffer(certificates * CERTIFICATE_BYTES);
}

/** A context. `createSecureContext` adds the certificates of `ca` by this method, one after the other. */
interface Handle {
  readonly addCACert: (pem: string) => void;
}

function isHandle(context: unknown): context is Handle {
  return typeof context === 'object' && context !== null && 'addCACert' in context;
}
