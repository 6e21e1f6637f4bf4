import { found, ok, unknown, type Finding } from '../finding.ts';
import type { PushProbe, ClusterFacts } from '../cluster-facts.ts';

/** Checks that the accounts of Images may push to their repositories. */
export function checkRegistries({ pushes, namespace }: ClusterFacts): readonly Finding[] {
  if (namespace.images.kind === 'unread') {
    return [unknown('registry', 'the registries of Images', namespace.images.why)];
  }
  if (pushes.length === 0)
    return [ok('registry', `The namespace ${namespace.name} has no Image, so no registry was checked.`)];
  return [...pushes.flatMap(secretFindings), ...pushes.map(pushFinding)];
}

function secretFindings({ serviceAccount, unusedSecrets = [] }: PushProbe): readonly Finding[] {
  return unusedSecrets.map((unused) =>
    found(
      'account',
      'warning',
      `The ServiceAccount ${serviceAccount} lists a Secret that no source can use: ${unused}.`,
      'Correct the annotation of the Secret.',
    ),
  );
}

function pushFinding({ image, repository, serviceAccount, result }: PushProbe): Finding {
  const what = `the ServiceAccount ${serviceAccount} of the Image ${image}`;
  if (result.kind === 'unread') {
    return unknown('registry', `push access of ${what} to ${repository}`, result.why);
  }
  const answer = result.value;
  if (answer.kind === 'allowed') return ok('registry', `From this machine, ${what} may push to ${repository}.`);
  return found(
    'registry',
    IS_TEMPORARY.has(answer.code) ? 'warning' : 'error',
    `From this machine, ${what} cannot push to ${repository}: ${answer.message}`,
    ADVICE[answer.code] ?? 'Check the tag of the Image and the registry.',
  );
}

/** The cluster may reach a registry that this machine cannot reach. */
const IS_TEMPORARY: ReadonlySet<string> = new Set([
  'NETWORK',
  'TIMED_OUT',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'TLS',
  'ADDRESS_REFUSED',
]);

const CONNECTION_ADVICE =
  'If the cluster can reach the registry and this machine cannot, ignore this. Otherwise check the host, proxies and network policies.';

const ADVICE: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'Add a Secret with valid credentials for the registry to the secrets of the ServiceAccount.',
  DENIED: 'Give the user of the Secret the right to push, or correct the tag of the Image.',
  NOT_FOUND: 'Create the repository, or correct the tag of the Image.',
  CREDENTIALS: 'Correct the Secret that the message names.',
  NETWORK: CONNECTION_ADVICE,
  TIMED_OUT: CONNECTION_ADVICE,
  TLS: 'Trust the certificate authority of the registry: --ca-file here, a ConfigMap with the label taskpack.dev/network for the controller and Builds.',
  ADDRESS_REFUSED:
    'If the registry is meant to be at this address, use --allow-address here and ALLOWED_ADDRESSES for the controller.',
  RATE_LIMITED: 'Wait, or use an account with a higher limit.',
  UNAVAILABLE: 'Wait until the registry is available.',
};
