import { certificateExpiry } from '../../../core/model/certificates.ts';
import { boundedNames } from '../../../core/model/bounded-messages.ts';
import { NETWORK_LABEL, PROXY_VARIABLES, type BuildNetwork } from '../../../core/model/build-network.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { readAuthorities } from '../../../core/network/authorities.ts';
import { makeNetworks } from '../../../core/network/networks.ts';
import { isNetworkConfigMap, networkConfigMap } from '../../../core/network/network-config-map.ts';
import { placedCertificates, readNetwork } from '../../../core/network/read-network.ts';
import type { ClusterFacts } from '../cluster-facts.ts';
import { found, ok, whenRead, type Finding } from '../finding.ts';
import { valueOr } from '../used-workload.ts';

/** Checks the labelled ConfigMaps of the controller's namespace, which are for all Builds, and of the namespace itself. */
export function checkNetworks(facts: ClusterFacts): readonly Finding[] {
  const { networks, controller, namespace, clocks } = facts;
  const groups = [
    { name: controller.namespace, configMaps: networks.ofController },
    ...(namespace.name === controller.namespace ? [] : [{ name: namespace.name, configMaps: networks.ofNamespace }]),
  ];
  const findings = groups.flatMap(({ name, configMaps }) =>
    whenRead(
      'network',
      configMaps,
      `the ConfigMaps of namespace ${name} with the label ${NETWORK_LABEL}`,
      (objects) => [...ineffectiveFindings(objects), ...expiryFindings(objects, clocks.nowMs)],
    ),
  );
  return [...findings, ...networkFindings(facts)];
}

function networkFindings({ networks, controller, namespace }: ClusterFacts): readonly Finding[] {
  const readingOf = (name: string) => {
    const objects = name === controller.namespace ? networks.ofController : networks.ofNamespace;
    return readNetwork(valueOr(objects, []).filter(isNetworkConfigMap).map(networkConfigMap));
  };
  if (networks.ofController.kind === 'unread' || networks.ofNamespace.kind === 'unread') return [];
  const all = makeNetworks(controller.namespace, readingOf);
  const { network, problems } = all.ofBuilds(namespace.name);
  if (problems.length > 0) return problems.map(problemFinding);
  return [
    ok('network', `Builds of namespace ${namespace.name} ${networkText(network)}.`),
    ...nodeFindings(network),
    ...proxyFindings(namespace.name, network, all.ofController(namespace.name)),
  ];
}

function problemFinding(problem: string): Finding {
  return found(
    'network',
    'error',
    `Builds cannot start: ${problem}.`,
    'Correct the ConfigMap, or remove its label. Waiting Builds then start by themselves.',
  );
}

/** Returns findings about labelled ConfigMaps that have no effect. */
function ineffectiveFindings(objects: readonly JsonObject[]): readonly Finding[] {
  return objects.flatMap((object) => {
    const { namespace, name, data } = networkConfigMap(object);
    const command = `kubectl label configmap ${name} -n ${namespace} --overwrite ${NETWORK_LABEL}=true`;
    if (!isNetworkConfigMap(object)) {
      const message = `The ConfigMap ${namespace}/${name} is not used: the value of its label ${NETWORK_LABEL} is not "true".`;
      return [found('network', 'warning', message, `Use ${command}, or remove the label.`)];
    }
    if (Object.keys(data).length > 0) return [];
    const message = `The ConfigMap ${namespace}/${name} has the label ${NETWORK_LABEL} and no keys, so it has no effect.`;
    return [found('network', 'warning', message, 'Add certificates or proxies, or remove the label.')];
  });
}

const DAY_MS = 24 * 3600 * 1000;

/** The days before the end of a certificate in which it is reported. */
const SOON_DAYS = 30;

/** A message names at most so many certificates: a bundle of the well-known authorities has some old ones. */
const MAX_NAMED = 3;

function expiryFindings(objects: readonly JsonObject[], nowMs: number): readonly Finding[] {
  const certificates = placedCertificates(objects.filter(isNetworkConfigMap).map(networkConfigMap)).map(
    ({ place, certificate }) => ({ place, ...certificateExpiry(certificate) }),
  );
  return [...new Set(certificates.map(({ place }) => place))].flatMap((place) => {
    const ofPlace = certificates.filter((one) => one.place === place);
    const ended = ofPlace.filter(({ atMs }) => atMs <= nowMs);
    const ending = ofPlace.filter(({ atMs }) => atMs > nowMs && atMs <= nowMs + SOON_DAYS * DAY_MS);
    return [
      ...expiryFinding('warning', `${place}: these authorities have expired, so their servers are not trusted`, ended),
      ...expiryFinding('note', `${place}: these authorities expire in less than ${SOON_DAYS} days`, ending),
    ];
  });
}

function expiryFinding(
  result: 'warning' | 'note',
  subject: string,
  certificates: readonly ReturnType<typeof certificateExpiry>[],
): readonly Finding[] {
  if (certificates.length === 0) return [];
  const names = certificates.map((one) => `${one.subject} (${new Date(one.atMs).toISOString().slice(0, 10)})`);
  const message = `${subject}: ${boundedNames(names, MAX_NAMED)}.`;
  return [found('network', result, message, 'Replace them with the current certificates of the authority.')];
}

/** The settings of taskpack do not reach the container runtime of a node. */
function nodeFindings({ certificates }: BuildNetwork): readonly Finding[] {
  if (certificates === undefined) return [];
  return [
    found(
      'network',
      'note',
      'Nodes do not use the certificates of these ConfigMaps: the container runtime pulls the images of builders with its own.',
      'If the registry of a builder needs them, configure the container runtime of each node, for example in /etc/containerd/certs.d.',
    ),
  ];
}

function proxyFindings(namespace: string, ofBuilds: BuildNetwork, ofController: BuildNetwork): readonly Finding[] {
  const differing = PROXY_VARIABLES.filter(
    (name) => name !== 'NO_PROXY' && (ofBuilds.proxies[name] ?? '') !== (ofController.proxies[name] ?? ''),
  );
  const own = differing.filter((name) => (ofBuilds.proxies[name] ?? '') !== '');
  const removed = differing.filter((name) => (ofBuilds.proxies[name] ?? '') === '');
  return [
    ...proxyFinding(
      own,
      (names) => `Only Builds use ${names} of namespace ${namespace}; the controller does not.`,
      'If the controller needs the proxy for the servers of this namespace, name it in a ConfigMap of its own namespace.',
    ),
    ...proxyFinding(
      removed,
      (names) => `Builds of namespace ${namespace} do not use the ${names} of the cluster; the controller does.`,
      'If the controller must reach the servers of this namespace directly, add them to NO_PROXY in a ConfigMap of its own namespace.',
    ),
  ];
}

function proxyFinding(
  names: readonly string[],
  message: (names: string) => string,
  advice: string,
): readonly Finding[] {
  return names.length === 0 ? [] : [found('network', 'note', message(names.join(' and ')), advice)];
}

function networkText({ certificates = '', proxies }: BuildNetwork): string {
  const count = readAuthorities(certificates).authorities.length;
  const names = PROXY_VARIABLES.filter((name) => (proxies[name] ?? '') !== '');
  const others = count === 0 ? '' : ` and ${count} ${count === 1 ? 'other' : 'others'}`;
  const used = names.length === 0 ? 'no proxy' : names.join(' and ');
  return `trust the well-known authorities${others}, and use ${used}`;
}
