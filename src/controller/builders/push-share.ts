import { WorkPending } from '../../core/runtime/work-pending.ts';

/** Runs the push of a builder of a namespace. Rejects with `WorkPending` if other builders of the namespace take its share of workers. */
export type PushShare = <T>(namespace: string | undefined, push: () => Promise<T>) => Promise<T>;

/**
 * Users of a namespace choose registries, and a registry can take hours for a push. So the builders of a namespace get at most half of
 * the controller's eight workers for pushes.
 */
const MAX_PUSHES = 4;

const RETRY_MS = 10_000;

/** Creates the share of each namespace. Builders without a namespace have no limit, because only operators create them. */
export function createPushShare(): PushShare {
  const pushes = new Map<string, number>();
  return async (namespace, push) => {
    if (namespace === undefined) return push();
    const running = pushes.get(namespace) ?? 0;
    if (running >= MAX_PUSHES) {
      throw new WorkPending(`${running} other builders of the namespace ${namespace} are being pushed`, RETRY_MS);
    }
    pushes.set(namespace, running + 1);
    try {
      return await push();
    } finally {
      const left = (pushes.get(namespace) ?? 0) - 1;
      if (left > 0) pushes.set(namespace, left);
      else pushes.delete(namespace);
    }
  };
}
