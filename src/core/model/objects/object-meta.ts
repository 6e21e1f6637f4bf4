import { fields, flag, list, number, text, textMap } from './reader.ts';

/** The metadata of an object (Kubernetes, apimachinery, `metav1.ObjectMeta`). */
export const objectMeta = fields({
  name: text,
  namespace: text,
  uid: text,
  resourceVersion: text,
  creationTimestamp: text,
  deletionGracePeriodSeconds: number,
  generation: number,
  labels: textMap,
  annotations: textMap,
  ownerReferences: list(fields({ apiVersion: text, kind: text, name: text, uid: text, controller: flag })),
});

export type ObjectMeta = ReturnType<typeof objectMeta>;

/** Conditions in the status of an object (Kubernetes, apimachinery, `metav1.Condition`). Its times are in RFC 3339. */
export const conditions = list(
  fields({ type: text, status: text, reason: text, message: text, lastTransitionTime: text }),
);

export type Conditions = ReturnType<typeof conditions>;

/** An object of any kind, as far as all kinds are alike. */
export const asObject = fields({
  apiVersion: text,
  kind: text,
  metadata: objectMeta,
  status: fields({ observedGeneration: number, conditions }),
});
