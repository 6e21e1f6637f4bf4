import { peerNetwork } from '../../observability/connection-limits.ts';
import type { Clock } from '../../../core/runtime/clock.ts';
import { TokenBucket, type Rate } from '../../../core/runtime/rate-limiter.ts';

/** Limits what unknown senders can cost. An IPv6 address counts with its network (`peerNetwork`). */
export interface SenderLimits {
  /** True if this address may send one more delivery now. */
  readonly allows: (address: string) => boolean;
  /**
   * Counts the bytes of one body until `release`. If all bodies together are too large, the largest one is dropped,
   * because genuine deliveries are small: calls its `evict`, or its own `add` returns the reason. If the
   * address already sends too many bodies, its oldest one is dropped.
   */
  readonly hold: (address: string, evict: () => void) => HeldBytes;
}

export interface HeldBytes {
  /** Adds bytes. Returns why they exceed a limit, if they do. */
  readonly add: (bytes: number) => 'too-large' | 'too-many' | undefined;
  readonly release: () => void;
}

interface Body {
  bytes: number;
  readonly sender: string;
  readonly evict: () => void;
}

/** A push of 2,048 commits, which is GitHub's limit, has 2 to 4 MiB. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;
const MAX_HELD_BYTES = 32 * 1024 * 1024;

/** The rate of one address, which can be a proxy in front of many senders. */
const RATE: Rate = { perSecond: 50, burst: 200 };
const MAX_ADDRESSES = 10_000;

/** The bodies that one address sends at once. Behind a proxy, the limit of connections does not bound a sender. */
const MAX_BODIES = 32;

export function createSenderLimits(clock: Pick<Clock, 'elapsed'>): SenderLimits {
  const buckets = new Map<string, TokenBucket>();
  const bodies = new Set<Body>();
  const heldBytes = (): number => [...bodies].reduce((sum, { bytes }) => sum + bytes, 0);
  const drop = (body: Body): void => {
    bodies.delete(body);
    body.evict();
  };
  const bucketOf = (address: string): TokenBucket => {
    const found = buckets.get(address);
    if (found !== undefined) return found;
    const [oldest] = buckets.keys();
    if (buckets.size >= MAX_ADDRESSES && oldest !== undefined) buckets.delete(oldest);
    const created = new TokenBucket(clock, RATE);
    buckets.set(address, created);
    return created;
  };
  return {
    allows: (address) => bucketOf(peerNetwork(address)).tryTake(),
    hold: (address, evict) => {
      const sender = peerNetwork(address);
      const ofSender = [...bodies].filter((body) => body.sender === sender);
      if (ofSender.length >= MAX_BODIES) ofSender.slice(0, 1).forEach(drop);
      const own: Body = { bytes: 0, sender, evict };
      bodies.add(own);
      return {
        add: (bytes) => {
          own.bytes += bytes;
          if (own.bytes > MAX_BODY_BYTES) return 'too-large';
          while (heldBytes() > MAX_HELD_BYTES) {
            const largest = largestOf(bodies, own);
            if (largest === own) return 'too-many';
            drop(largest);
          }
          return undefined;
        },
        release: () => void bodies.delete(own),
      };
    },
  };
}

/** Returns the largest body; the given one if others are as large. */
function largestOf(bodies: ReadonlySet<Body>, own: Body): Body {
  return [...bodies].reduce((largest, body) => (body.bytes > largest.bytes ? body : largest), own);
}
