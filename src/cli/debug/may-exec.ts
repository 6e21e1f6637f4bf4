import { fields, flag, json } from '../../core/model/objects/reader.ts';
import type { OpenCluster } from '../cluster.ts';
import { failure } from '../problems.ts';

/** A SelfSubjectAccessReview (authorization.k8s.io/v1). */
const asReview = fields({ status: fields({ allowed: flag }) });

/**
 * Without the right, a debugged Build would only hold its Pod. The API server asks for `create` from 1.35 on, and for `get` before; it
 * checks the right again when the shell opens.
 */
const VERBS = ['get', 'create'];

/** Rejects with `CommandFailure` unless the user may run commands in Pods of the namespace. */
export async function checkMayExec({ transport }: Pick<OpenCluster, 'transport'>, namespace: string): Promise<void> {
  const allowed = await Promise.all(VERBS.map(async (verb) => isAllowed(transport, namespace, verb)));
  const missing = VERBS.filter((_, index) => allowed[index] === false);
  if (missing.length === 0) return;
  throw failure(
    `you may not debug in namespace ${namespace}: your account lacks the right to ${missing.join(' and ')} pods/exec. Ask the operator of the cluster for it`,
  );
}

async function isAllowed(transport: OpenCluster['transport'], namespace: string, verb: string): Promise<boolean> {
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { namespace, verb, resource: 'pods', subresource: 'exec' } },
  };
  const answer = await transport.call({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    body: JSON.stringify(review),
    isIdempotent: true,
    subject: `check the right to ${verb} pods/exec in ${namespace}`,
  });
  return asReview(json(answer)).status.allowed;
}
