import { annotationVolume, readOnlyMount, type Volume, type VolumeMount } from '../phases/volumes.ts';

/** A gate without a controller: the first waiter asks injected proxies if they are ready, and the last one ends them. */
export interface SelfDriving {
  readonly kind: 'self-driving';
  /** URLs of further proxies that answer GET with 2xx as soon as they are ready. The host is the loopback. */
  readonly readyUrls: readonly string[];
  /** URLs of further proxies that end on a POST. */
  readonly stopUrls: readonly string[];
}

/** A proxy with known endpoints. Its injector writes the annotation into each Pod that gets the proxy. */
interface Mesh {
  readonly file: string;
  readonly annotation: string;
  readonly readyUrl: string;
  readonly stopUrl: string;
}

const MESHES: readonly Mesh[] = [
  {
    file: 'istio',
    annotation: 'sidecar.istio.io/status',
    readyUrl: 'http://localhost:15021/healthz/ready',
    stopUrl: 'http://localhost:15020/quitquitquit',
  },
  {
    file: 'linkerd',
    annotation: 'linkerd.io/proxy-version',
    readyUrl: 'http://localhost:4191/ready',
    stopUrl: 'http://localhost:4191/shutdown',
  },
];

/** Linkerd's proxy refuses /shutdown without this annotation (linkerd2, ProxyAdminShutdownAnnotation). */
export const STOPPABLE_PROXY = { 'config.linkerd.io/proxy-admin-shutdown': 'enabled' } as const;

/** Shows which mesh injected a proxy. A file of an absent annotation is empty. */
export const INJECTED_PROXIES: VolumeMount = readOnlyMount('injected-proxies-dir', '/injectedProxies');

export function injectedProxiesVolume(): Volume {
  const files = MESHES.map(({ file, annotation }) => ({ path: file, annotation }));
  return annotationVolume(INJECTED_PROXIES.name, files);
}

/** Returns the flags by which the first waiter waits for the proxies. The volume of the annotations is below `directory`. */
export function readyFlags({ readyUrls }: SelfDriving, directory: string): readonly string[] {
  return [
    ...MESHES.map((mesh) => `--ready_url=${fileOf(mesh, directory)},${mesh.readyUrl}`),
    ...flags('--ready_url', readyUrls),
  ];
}

/** Returns the flags by which the last waiter ends the proxies. The volume of the annotations is below `directory`. */
export function stopFlags({ stopUrls }: SelfDriving, directory: string): readonly string[] {
  return [
    ...MESHES.map((mesh) => `--stop_url=${fileOf(mesh, directory)},${mesh.stopUrl}`),
    ...flags('--stop_url', stopUrls),
  ];
}

function fileOf({ file }: Mesh, directory: string): string {
  return `${directory}${INJECTED_PROXIES.mountPath}/${file}`;
}

function flags(flag: string, urls: readonly string[]): readonly string[] {
  return urls.map((url) => `${flag}=${url}`);
}
