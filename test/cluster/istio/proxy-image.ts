import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import type { TarEntry } from '../../../src/core/oci/tar.ts';
import { machineLibraries, machineProgram } from '../images/machine-program.ts';
import { CREATED, PLATFORM } from '../images/platform.ts';

/** The files of this machine and of Istio's module that the image has. */
export interface ProxyFiles {
  readonly envoy: string;
  readonly pilotAgent: string;
  /** The template of Envoy's configuration. */
  readonly bootstrap: string;
}

/** The user of Istio's proxy, whom the injection template sets. */
const PROXY_USER = 1337;

const IPTABLES = '/usr/sbin/xtables-nft-multi';
const EXTENSIONS = '/usr/lib/x86_64-linux-gnu/xtables';

/** An image like istio/proxyv2: pilot-agent, Envoy and iptables, with the libraries of this machine. */
export function proxyImage({ envoy, pilotAgent, bootstrap }: ProxyFiles): Image {
  const entries: readonly TarEntry[] = [
    machineProgram('/usr/local/bin/envoy', envoy),
    machineProgram('/usr/local/bin/pilot-agent', pilotAgent),
    ...iptables(),
    ...machineLibraries([envoy, IPTABLES]),
    file('/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/certs/ca-certificates.crt'),
    file('/etc/protocols', '/etc/protocols'),
    {
      path: '/etc/passwd',
      kind: 'file',
      content: `root:x:0:0::/root:/\nistio-proxy:x:${PROXY_USER}:${PROXY_USER}::/:/\n`,
    },
    { path: '/var/lib/istio/envoy/envoy_bootstrap_tmpl.json', kind: 'file', content: readFileSync(bootstrap) },
    ...['/etc/istio/proxy', '/var/lib/istio/data'].map(ownFolder),
    { path: '/tmp', kind: 'directory', mode: 0o1777 },
    { path: '/run', kind: 'directory', mode: 0o755 },
  ];
  const config = { ...PLATFORM, created: CREATED, config: { Entrypoint: ['/usr/local/bin/pilot-agent'], Env: [PATH] } };
  return makeImage({ config, layers: [makeLayer(entries, { parents: true })] });
}

const PATH = 'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** istio-init calls these names, all of which are one program. */
function iptables(): readonly TarEntry[] {
  if (!existsSync(IPTABLES)) throw new Error('istio-init needs iptables: install the Debian package iptables');
  const names = ['iptables', 'ip6tables'].flatMap((name) =>
    ['', '-save', '-restore'].flatMap((suffix) => [`${name}-nft${suffix}`, `${name}${suffix}`]),
  );
  return [
    machineProgram(IPTABLES),
    ...names.map((name): TarEntry => ({ path: `/usr/sbin/${name}`, kind: 'symlink', target: path.basename(IPTABLES) })),
    ...readdirSync(EXTENSIONS).map((name) => machineProgram(path.join(EXTENSIONS, name))),
  ];
}

function file(place: string, source: string): TarEntry {
  return { path: place, kind: 'file', content: readFileSync(source) };
}

function ownFolder(place: string): TarEntry {
  return { path: place, kind: 'directory', uid: PROXY_USER, gid: PROXY_USER };
}
