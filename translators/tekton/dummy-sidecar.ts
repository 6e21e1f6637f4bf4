import type { JsonObject } from '../../src/model/json.ts';
import { READ_ONLY_SECURITY_CONTEXT } from '../phases/security-context.ts';

/**
 * A sidecar that does nothing: Tekton 0.30 to 0.46 stops injected sidecars only where one is declared and still runs
 * (tektoncd/pipeline#4731). It has no command, so that the nop image that Tekton swaps in runs its own and ends well.
 */
export function dummySidecar(image: string): JsonObject {
  return {
    name: 'dummy',
    image,
    imagePullPolicy: 'IfNotPresent',
    args: ['sidecar'],
    securityContext: READ_ONLY_SECURITY_CONTEXT,
  };
}
