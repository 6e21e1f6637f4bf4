import type { Container, Volume } from './pod.ts';

/** A container that stands for a proxy. */
interface Proxy {
  readonly name: string;
  readonly image: string;
  readonly user: number;
  /** One, unless it takes its time. */
  readonly readyAfterSeconds?: number;
  /** A command that it runs just before it is ready. */
  readonly opens?: string;
}

const FOLDER = '/var/run/proxy';
const READY = ['test', '-f', `${FOLDER}/ready`];

/** Where a proxy keeps what tells that it is ready. */
export function proxyVolume(name: string): Volume {
  return { name: `${name}-run`, emptyDir: {} };
}

/**
 * A regular container that never exits by itself. It has arguments only, as Istio's and Linkerd's have, so that the
 * entrypoint of an image which takes the place of its own decides what runs.
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

/** The same as a native sidecar: what comes after it starts when it has started. */
export function nativeProxy(proxy: Proxy): Container {
  const container = classicProxy(proxy);
  return { ...container, restartPolicy: 'Always', startupProbe: container['readinessProbe'] };
}

/** With a hook that holds back the containers after it until the proxy is ready. */
export function holdingBack(container: Container): Container {
  const wait = `until ${READY.join(' ')}; do sleep 0.1; done`;
  return { ...container, lifecycle: { postStart: { exec: { command: ['sh', '-c', wait] } } } };
}

/** An init container that is done at once: the bed has no traffic to redirect. */
export function initContainer(name: string, image: string, user: number): Container {
  return {
    name,
    image,
    imagePullPolicy: 'IfNotPresent',
    args: ['sh', '-c', 'true'],
    securityContext: restricted(user),
  };
}

/** Its last words are when it was ready, in seconds of the machine's uptime. */
function script({ readyAfterSeconds = 1, opens = 'true' }: Proxy): string {
  const ready = `sleep ${readyAfterSeconds}; ${opens}; cat /proc/uptime > /dev/termination-log; touch ${FOLDER}/ready`;
  return `trap 'exit 0' TERM; ${ready}; while true; do sleep 0.2; done`;
}

/** What Pod Security `restricted` asks for. */
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
