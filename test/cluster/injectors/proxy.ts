import type { Container, Volume } from './pod.ts';

/** A container that stands in for a proxy. */
interface Proxy {
  readonly name: string;
  readonly image: string;
  readonly user: number;
  /** Seconds until the proxy is ready. The default is 1. */
  readonly readyAfterSeconds?: number;
  /** The endpoints of the proxy. Without them, the proxy answers nothing. */
  readonly endpoints?: Endpoints;
  /** A command that runs just before the proxy is ready. */
  readonly opens?: string;
}

/** The endpoints of a mesh's proxy. It answers a GET of `ready` once it is ready, and ends after a POST of `stop`. */
export interface Endpoints {
  readonly ready: { readonly port: number; readonly path: string };
  readonly stop: { readonly port: number; readonly path: string };
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
function script({ readyAfterSeconds = 1, opens = 'true', endpoints }: Proxy): string {
  const ready = `sleep ${readyAfterSeconds}; ${opens}; cat /proc/uptime > /dev/termination-log; touch ${FOLDER}/ready`;
  const served = endpoints === undefined ? '' : serving(endpoints);
  return `${served}trap 'exit 0' TERM; ${ready}; until test -f ${FOLDER}/stopped; do sleep 0.2; done`;
}

/**
 * Answers with `nc -e`. The kernel resets a connection with unread bytes, so the script reads the whole head of a request. Istio and
 * Linkerd end only on a POST.
 */
function serving({ ready, stop }: Endpoints): string {
  const answer = `read -r method path version
while read -r line && test \${#line} -gt 1; do :; done
status='404 Not Found'
case "$method $path" in
  'GET ${ready.path}') if test -f ${FOLDER}/ready; then status='200 OK'; else status='503 Service Unavailable'; fi ;;
  'POST ${stop.path}') touch ${FOLDER}/stopped; status='200 OK' ;;
esac
printf 'HTTP/1.1 %s\\r\\nContent-Length: 0\\r\\n\\r\\n' "$status"`;
  const ports = [...new Set([ready.port, stop.port])];
  const listeners = ports.map((port) => `nc -ll -p ${port} -e sh ${FOLDER}/answer &`);
  return [`cat > ${FOLDER}/answer <<'END'`, answer, 'END', ...listeners, ''].join('\n');
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
