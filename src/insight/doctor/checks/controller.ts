import { LEASE } from '../../../core/model/installation-names.ts';
import { asLease, type Lease } from '../../../core/model/objects/lease.ts';
import { found, ok, whenRead, type Finding } from '../finding.ts';
import { leaseAgeMs, MAX_LEASE_AGE_MS } from './clock.ts';
import type { ClusterFacts } from '../cluster-facts.ts';

/** Checks that the cluster serves taskpack's kinds. */
export function checkDefinitions({ missingDefinitions }: ClusterFacts): readonly Finding[] {
  return whenRead('definitions', missingDefinitions, 'the custom resources of kpack.io', (missing) =>
    missing.length === 0
      ? [ok('definitions', 'The cluster serves all kinds of kpack.io/v1alpha2.')]
      : [
          found(
            'definitions',
            'error',
            `The cluster does not serve ${missing.join(', ')} of kpack.io/v1alpha2.`,
            'Apply the definitions: taskpack install | kubectl apply -f -',
          ),
        ],
  );
}

/** Checks that one controller runs, and not kpack's beside it. */
export function checkController(facts: ClusterFacts): readonly Finding[] {
  const { controller } = facts;
  return [
    ...whenRead('controller', controller.lease, 'the Lease of the controller', (lease) => [
      leader(facts, asLease(lease)),
    ]),
    ...whenRead('controller', controller.leases, 'controllers in other namespaces', (leases) =>
      rivals(facts, leases.map(asLease)),
    ),
    ...whenRead('controller', controller.kpack, "kpack's controller", (kpack) =>
      kpack === undefined
        ? []
        : [
            found(
              'controller',
              'error',
              `kpack's controller runs (${kpack}), and both controllers would run every Build.`,
              'Stop it: kubectl scale deployment kpack-controller kpack-webhook --namespace kpack --replicas 0',
            ),
          ],
    ),
  ];
}

function leader({ controller, clocks }: ClusterFacts, lease: Lease): Finding {
  const { holderIdentity: holder } = lease.spec;
  const { namespace } = controller;
  if (holder === undefined) {
    return found(
      'controller',
      'error',
      `No controller of taskpack leads in the namespace ${namespace} (Lease ${LEASE}), so nothing runs Builds.`,
      `Check its Pods: kubectl get pods -n ${namespace}. If it runs in another namespace, use --controller-namespace.`,
    );
  }
  const ageMs = leaseAgeMs(clocks, lease);
  if (ageMs > MAX_LEASE_AGE_MS) {
    return found(
      'controller',
      'error',
      `The controller ${holder} has not renewed its Lease for ${Math.round(ageMs / 1000)} s, so nothing runs Builds.`,
      `Check its Pods and their log: kubectl logs deployment/taskpack-controller -n ${namespace}`,
    );
  }
  return ok('controller', `The controller ${holder} leads.`);
}

/** The Lease of a namespace cannot keep controllers with Leases in other namespaces from running. */
function rivals({ clocks }: ClusterFacts, leases: readonly Lease[]): readonly Finding[] {
  const holders = leases
    .filter((lease) => leaseAgeMs(clocks, lease) <= MAX_LEASE_AGE_MS)
    .flatMap(({ metadata: { namespace = '' }, spec: { holderIdentity: holder } }) =>
      holder === undefined ? [] : [`${holder} (namespace ${namespace})`],
    );
  if (holders.length < 2) return [];
  return [
    found(
      'controller',
      'error',
      `${holders.length === 2 ? 'Two' : holders.length} controllers run every Build: ${holders.join(', ')}.`,
      'Stop all of them but one. Each holds a Lease in the namespace that its LEASE_NAMESPACE or its kubeconfig names.',
    ),
  ];
}
