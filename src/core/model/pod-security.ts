/** A Pod that Pod Security Admission denies (k8s.io/pod-security-admission). */
export interface PodSecurityDenial {
  /** The level that the namespace enforces, with its version: `restricted:latest`. */
  readonly level: string;
  /** The violated rules, each with the containers and fields at fault, in the words of the API server. */
  readonly violations: readonly string[];
  /** The names of the containers at fault. */
  readonly containers: readonly string[];
}

/** The API server's text before the list of violations (admission.go, EvaluatePod). */
const BEFORE_VIOLATIONS = /violates PodSecurity "([^"]{1,200})"(?:: )?/;

/** True if a message of the API server or Tekton says that Pod Security denies a Pod. */
export function isPodSecurityDenial(message: string): boolean {
  return BEFORE_VIOLATIONS.test(message);
}

/** Reads a denial by Pod Security out of a message; returns `undefined` for any other message. */
export function podSecurityDenial(message: string): PodSecurityDenial | undefined {
  const start = BEFORE_VIOLATIONS.exec(message);
  if (start === null) return undefined;
  const [before, level = ''] = start;
  const violations = violationsIn(message.slice(start.index + before.length));
  return { level, violations, containers: [...new Set(violations.flatMap(containersIn))] };
}

/**
 * Splits a list such as `a (container "x" must …), b (containers "x", "y" must …)`. It ends with the message, at a parenthesis that
 * encloses the list, or at a sentence that Tekton adds.
 */
function violationsIn(text: string): readonly string[] {
  const violations: string[] = [];
  let begin = 0;
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(/"[^"]*"|\. |[(),]/g)) {
    if (mark === '(') depth += 1;
    if (mark === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && mark === '. ')) return [...violations, text.slice(begin, index)];
    if (depth > 0 || mark !== ',') continue;
    violations.push(text.slice(begin, index));
    begin = index + ', '.length;
  }
  return [...violations, text.slice(begin)];
}

function containersIn(violation: string): readonly string[] {
  const lists = violation.matchAll(/\bcontainers? ("[^"]*"(?:, "[^"]*")*)/g);
  return [...lists].flatMap(([, list = '']) => list.slice(1, -1).split('", "'));
}

/**
 * The phase that applies Dockerfiles as root, in a Pod and in a TaskRun, by its capabilities: in a user namespace, root itself violates
 * no rule.
 */
const ROOT_PHASE = /\bcontainer "((?:step-)?build)" must not include "CHOWN", "DAC_OVERRIDE"/g;

/** Init containers of meshes redirect the traffic of the Pod: istio-init, linkerd-init, kuma-init, consul-connect-inject-init. */
const NETWORK_SETUP = /-init$/;

/**
 * Returns what to change so that a denied Pod is admitted: its mesh, Tekton's flags, its builder, or another program.
 *
 * @param isOfTekton true for the name of a container that Tekton adds to the Pod
 */
export function podSecurityAdvice(
  { level, violations, containers }: PodSecurityDenial,
  isOfTekton: (container: string) => boolean,
): string {
  const ofTekton = containers.filter(isOfTekton);
  const ofMesh = containers.filter((name) => NETWORK_SETUP.test(name) && !isOfTekton(name));
  const ofExtensions = violations.flatMap((rule) => [...rule.matchAll(ROOT_PHASE)].map(([, name = '']) => name));
  const known = [...ofTekton, ...ofMesh, ...ofExtensions];
  const others = containers.filter((name) => !known.includes(name));
  const isOther = others.length > 0 || containers.length === 0;
  return [
    ...(ofMesh.length > 0 ? [meshAdvice(ofMesh.join(', '), level)] : []),
    ...(ofTekton.length > 0
      ? [`Set set-security-context to "true" in Tekton's ConfigMap feature-flags: Tekton adds ${ofTekton.join(', ')}.`]
      : []),
    ...(ofExtensions.length > 0 ? [EXTENSION_ADVICE] : []),
    ...(isOther ? [otherAdvice(others)] : []),
    'Or lower the level of the namespace.',
  ].join(' ');
}

function meshAdvice(names: string, level: string): string {
  const [name = level] = level.split(':');
  return `A mesh injects ${names}, which redirects the traffic of the Pod and needs rights that the level ${name} forbids. Install the CNI plugin of the mesh (istio-cni for Istio), with which the mesh does not inject ${names}. Native sidecars alone are not enough. Or exclude the Build from the mesh.`;
}

const EXTENSION_ADVICE =
  'The image extensions of the builder run as root in build. The level baseline admits them. Or use another builder, or remove this one from EXTENSION_BUILDERS.';

function otherAdvice(names: readonly string[]): string {
  const what = names.length === 0 ? 'the Pod' : names.join(', ');
  return `Find the webhook or policy that adds or changes ${what}, and correct the fields that the message names: taskpack's own containers satisfy restricted, unless image extensions run as root.`;
}
