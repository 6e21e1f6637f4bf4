import { objectMeta } from './object-meta.ts';
import { fields, flag, list, text } from './reader.ts';

/** Reads a Node (core/v1), as far as it decides which Pods the node runs. */
export const asNode = fields({
  metadata: objectMeta,
  spec: fields({ unschedulable: flag, taints: list(fields({ key: text, effect: text })) }),
});

export type Node = ReturnType<typeof asNode>;
