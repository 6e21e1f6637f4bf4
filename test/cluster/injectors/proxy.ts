import type { Container, Volume } from './pod.ts';

/** A container that stands in for a proxy. */
interface Proxy {
  readonly name: string;
  readonly image: string;
  readonly user: number;
  /** Seconds until the proxy is ready. The default is 1. */
  readonly readyAfterSeconds?: number;
  /** A command that runs just before the proxy is ready. */
  readonly opens?: string;
}

const FOLDER = '/var/run/proxy';
const READY = ['test', '-f', `${FOLDER}/ready`];

/** The directory with the file that marks readiness. */
export function proxyVolume(name: string): Volume {
  return { name: `${name}-run`, emptyDir: {} };
}

/**
 * A regular container that never exits by itself. Like Istio's and Linkerd's proxies, it has arguments only. So if another image replaces its image, the entrypoint of that image runs.
 */
export function classicProxy(proxy: Proxy): Container {
  const probe = { exec: { command: READY }, periodSeconds: 1, failureThreshold: 30 };
  return {
    name: proxy.name,
    image: proxy.image,
    imagePullPolicy: 'IfNotPresent',
    args: ['sh', '-c', script(proxy)],
    readinessProbe: probe,
    volumeMounts: [{ name: proxyVolume(proxy.name).name, mountPath: FOLDER }],
    securityContext: restricted(proxy.user),
  };
}

/** The same proxy as a native sidecar: later containers start after the proxy has started. */
export function nativeProxy(proxy: Proxy): Container {
  const container = classicProxy(proxy);
  return { ...container, restartPolicy: 'Always', startupProbe: container['readinessProbe'] };
}

/** The same proxy with a hook that holds back later containers until the proxy is ready. */
export function holdingBack(container: Container): Container {
  const wait = `until ${READY.join(' ')}; do sleep 0.1; done`;
  return { ...container, lifecycle: { postStart: { exec: { command: ['sh', '-c', wait] } } } };
}

/** An init container that exits immediately, because the bed redirects no traffic. */
export function initContainer(name: string, image: string, user: number): Container {
  return {
    name,
    image,
    imagePullPolicy: 'IfNotPresent',
    args: ['sh', '-c', 'true'],
    securityContext: restricted(user),
  };
}

/** The termination message is the time of readiness, in seconds of the machine's uptime. */
function script({ readyAfterSeconds = 1, opens = 'true' }: Proxy): string {
  const ready = `sleep ${readyAfterSeconds}; ${opens}; cat /proc/uptime > /dev/termination-log; touch ${FOLDER}/ready`;
  return `trap 'exit 0' TERM; ${ready}; while true; do sleep 0.2; done`;
}

/** The security context that Pod Security `restricted` requires. */
function restricted(user: number): Readonly<Record<string, unknown>> {
  return {
    runAsUser: user,
    runAsGroup: user,
    runAsNonRoot: true,
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
  };
}
