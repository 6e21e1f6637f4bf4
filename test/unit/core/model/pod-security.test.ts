import { expect } from 'chai';
import { podSecurityAdvice, podSecurityDenial } from '../../../../src/core/model/pod-security.ts';
import { isTektonContainer } from '../../../../translators/tekton/tekton-pod.ts';

const CAPABILITIES =
  'unrestricted capabilities (container "prepare" must set securityContext.capabilities.drop=["ALL"]; container "istio-init" must not include "NET_ADMIN", "NET_RAW" in securityContext.capabilities.add)';
const NON_ROOT =
  'runAsNonRoot != true (pod or containers "prepare", "istio-init" must set securityContext.runAsNonRoot=true)';
const HOST = 'host namespaces (hostNetwork=true)';

const DENIAL = `pods "x" is forbidden: violates PodSecurity "restricted:latest": ${CAPABILITIES}, ${NON_ROOT}, ${HOST}`;

/** The same denial as the API server, taskpack's client and Tekton report it. */
const FORMS = {
  'the API server': DENIAL,
  "taskpack's client": `create pods a/x: the API server denies the request (403 Forbidden ${DENIAL}); change the object, or the policy that denies it`,
  'Tekton before it knew such denials': `failed to create task run pod "x": ${DENIAL}. Maybe invalid TaskSpec`,
};

function advice(...containers: readonly string[]): string {
  return podSecurityAdvice({ level: 'restricted:latest', violations: [], containers }, isTektonContainer);
}

describe('a denial by Pod Security', () => {
  for (const [form, message] of Object.entries(FORMS)) {
    it(`is read from the message of ${form}`, () => {
      expect(podSecurityDenial(message)).to.deep.equal({
        level: 'restricted:latest',
        violations: [CAPABILITIES, NON_ROOT, HOST],
        containers: ['prepare', 'istio-init'],
      });
    });
  }

  it('is not read from other messages', () => {
    expect(podSecurityDenial('pods "x" is forbidden: exceeded quota: compute')).to.equal(undefined);
  });

  it('has advice for the container of a mesh', () => {
    expect(advice('linkerd-init')).to.equal(
      'A mesh injects linkerd-init, which redirects the traffic of the Pod and needs rights that the level restricted forbids. Install the CNI plugin of the mesh (istio-cni for Istio), with which the mesh does not inject linkerd-init. Native sidecars alone are not enough. Or exclude the Build from the mesh. Or lower the level of the namespace.',
    );
  });

  it("has advice for Tekton's containers", () => {
    expect(advice('prepare', 'place-scripts')).to.equal(
      'Set set-security-context to "true" in Tekton\'s ConfigMap feature-flags: Tekton adds prepare, place-scripts. Or lower the level of the namespace.',
    );
  });

  it('has advice for image extensions, which run as root', () => {
    const violations = [
      'unrestricted capabilities (container "step-build" must not include "CHOWN", "DAC_OVERRIDE", "FOWNER", "KILL", "SETFCAP", "SETGID", "SETUID" in securityContext.capabilities.add)',
    ];
    const denial = { level: 'restricted:latest', violations, containers: ['step-build'] };
    expect(podSecurityAdvice(denial, isTektonContainer)).to.equal(
      'The image extensions of the builder run as root in build. The level baseline admits them. Or use another builder, or remove this one from EXTENSION_BUILDERS. Or lower the level of the namespace.',
    );
  });

  it('does not blame image extensions for the violation of another rule', () => {
    const violations = ['runAsNonRoot != true (container "build" must set securityContext.runAsNonRoot=true)'];
    const denial = { level: 'restricted:latest', violations, containers: ['build'] };
    expect(podSecurityAdvice(denial, isTektonContainer)).to.match(
      /^Find the webhook or policy that adds or changes build,/,
    );
  });

  it('has advice for other containers and for the Pod itself', () => {
    expect(advice('step-build')).to.match(/^Find the webhook or policy that adds or changes step-build, /);
    expect(advice()).to.match(/^Find the webhook or policy that adds or changes the Pod, /);
  });

  it('has advice for each container', () => {
    expect(advice('prepare', 'istio-init', 'vault-agent')).to.match(
      /^A mesh injects istio-init.* adds prepare\. Find .* vault-agent,/,
    );
  });
});
