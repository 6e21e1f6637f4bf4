import { expect } from 'chai';
import { podCreationDenial } from '../../../../../src/controller/builds/failure/denial.ts';

/** The errors of Pod creation as client-go formats them, with what Tekton 0.54 to 1.15 adds. */
const ROWS = [
  [
    'Internal error occurred: failed calling webhook "namespace.sidecar-injector.istio.io": failed to call webhook: Post "https://istiod.istio-system.svc:443/inject?timeout=10s": dial tcp 10.96.0.9:443: connect: connection refused',
    'passing',
  ],
  ['Internal error occurred: failed calling webhook "a.b": no endpoints available for service "istiod"', 'passing'],
  ['Operation cannot be fulfilled on pods "x": the object has been modified', 'passing'],
  ['the server is currently unable to handle the request (post pods)', 'passing'],
  ['the server has received too many requests and has asked us to try again later (post pods)', 'passing'],
  ['Timeout: request did not complete within requested timeout - context deadline exceeded', 'passing'],
  ['the server was unable to return a response in the time allotted, but may still be processing it', 'passing'],
  ['translating TaskSpec to Pod: Get "https://10.96.0.1:443/api/v1/namespaces/team": EOF', 'passing'],
  ['etcdserver: leader changed', 'passing'],
  ['pods "x" is forbidden: exceeded quota: compute', 'passing'],
  ['pods "x" is forbidden: status unknown for quota: compute', 'unclear'],
  ['translating TaskSpec to Pod: serviceaccounts "x" not found', 'unclear'],
  ['pods "x" is forbidden: unable to validate against any security context constraint: []', 'permanent'],
  ['pods "x" is forbidden: violates PodSecurity "restricted:latest": host namespaces', 'permanent'],
  ['admission webhook "policy.test" denied the request: Post "https://rekor.test": EOF', 'permanent'],
  ['Pod "x" is invalid: spec.containers[8].name: Duplicate value: "a"', 'permanent'],
] as const;

describe("the classification of Tekton's error on the creation of a Pod", () => {
  for (const [error, denial] of ROWS) {
    it(`${denial}: ${error}`, () => {
      const message = `failed to create task run pod "shop-build": ${error}. Maybe invalid TaskSpec`;
      expect(podCreationDenial(message)).to.equal(denial);
    });
  }
});
