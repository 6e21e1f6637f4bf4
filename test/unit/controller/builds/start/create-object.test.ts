import { expect } from 'chai';
import { rejectionOf } from '../../../../../src/controller/builds/start/create-object.ts';
import { KubeError, type KubeErrorCode } from '../../../../../src/clients/kube/kube-error.ts';

const ROWS: readonly (readonly [KubeErrorCode, number, string, 'rejected' | 'denied' | 'transient'])[] = [
  ['INVALID', 422, 'Pod "x" is invalid: spec: Required value', 'rejected'],
  ['REFUSED', 413, 'Request entity too large: limit is 3145728', 'rejected'],
  ['FORBIDDEN', 403, 'pods "x" is forbidden: violates PodSecurity "restricted:latest": host namespaces', 'rejected'],
  ['FORBIDDEN', 403, 'admission webhook "policy.test" denied the request: no', 'rejected'],
  ['REFUSED', 400, 'admission webhook "policy.test" denied the request: no', 'rejected'],
  ['FORBIDDEN', 403, 'pods "x" is forbidden: status unknown for quota: compute, resources: pods', 'denied'],
  ['FORBIDDEN', 403, 'pods "x" is forbidden: error looking up service account team/default', 'denied'],
  ['REFUSED', 400, 'the server rejected our request for an unknown reason', 'denied'],
  ['FORBIDDEN', 403, 'pods "x" is forbidden: exceeded quota: compute', 'transient'],
  ['FORBIDDEN', 403, 'pods is forbidden: User "system:serviceaccount:a:b" cannot create resource "pods"', 'transient'],
  ['FORBIDDEN', 403, 'unable to create new content in namespace team because it is being terminated', 'transient'],
  ['REFUSED', 405, 'the server does not allow this method', 'transient'],
  ['UNAVAILABLE', 500, 'failed calling webhook "policy.test": connection refused', 'transient'],
];

/** The messages of Tekton 0.55 to 0.70, and of 0.54, which prints %s for the flag. */
const STEP_RESULTS = [
  'feature flag enable-step-actions should be set to true in order to use Results in Steps.: spec.taskSpec.steps[6]',
  'feature flag %s should be set to true in order to use Results in Steps.: spec.taskSpec.steps[6].enable-step-actions',
];

// Known bug: shipwright-io/build#320.
describe('the classification of a refused create request', () => {
  for (const [code, status, sentence, kind] of ROWS) {
    it(`${kind}: ${status} ${sentence}`, () => {
      expect(rejectionOf(new KubeError(code, 'create pods x', sentence, { status })).kind).to.equal(kind);
    });
  }

  for (const sentence of STEP_RESULTS) {
    it(`adds a remedy to Tekton's message: ${sentence}`, () => {
      const said = `admission webhook "validation.webhook.pipeline.tekton.dev" denied the request: validation failed: ${sentence}`;
      expect(rejectionOf(new KubeError('REFUSED', 'create taskruns x', said, { status: 400 }))).to.deep.equal({
        kind: 'rejected',
        message: `create taskruns x: ${said}. Set enable-step-actions to "true" in the ConfigMap feature-flags in the namespace of Tekton, or install Tekton 1.0 or newer, or set BACKEND=native`,
      });
    });
  }

  it('adds no remedy to other messages', () => {
    const said = 'admission webhook "policy.test" denied the request: no';
    expect(rejectionOf(new KubeError('REFUSED', 'create taskruns x', said, { status: 400 }))).to.deep.equal({
      kind: 'rejected',
      message: `create taskruns x: ${said}`,
    });
  });

  it('is transient for errors of other programs', () =>
    expect(rejectionOf(new Error('x'))).to.deep.equal({ kind: 'transient' }));
});
