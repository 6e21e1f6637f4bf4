import { InvalidArgumentError, Option, type Command } from 'commander';
import { readImageReference } from '../core/model/image-reference.ts';
import { parseRegistryMirror, withMirror } from '../core/model/registry-mirror.ts';
import { unsupportedTekton } from '../core/model/tekton-features.ts';
import { versionNumbers } from '../core/model/version.ts';
import type { Platform } from '../clients/registry/client/manifests/platform.ts';
import type { Mirrors } from '../clients/registry/client/mirrors.ts';
import type { SystemBuildpack } from '../core/model/system-buildpacks.ts';
import { addresses, hosts, systemBuildpacks } from '../core/settings/variable-types.ts';

/** Returns an option's value if it is an image reference. Throws `InvalidArgumentError`. */
export function imageValue(text: string): string {
  const reading = readImageReference(text);
  if ('fault' in reading) throw new InvalidArgumentError(`It must be an image reference: ${reading.fault}.`);
  return text;
}

/** Returns an option's value if it is the name of a namespace (RFC 1123 label). Throws `InvalidArgumentError`. */
export function namespaceValue(text: string): string {
  if (!/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(text)) {
    throw new InvalidArgumentError(
      'It must have at most 63 lower-case letters, digits and hyphens, and no hyphen at either end.',
    );
  }
  return text;
}

/** Returns an option's value if it is a version of Tekton that taskpack supports. Throws `InvalidArgumentError`. */
export function tektonValue(text: string): string {
  if (versionNumbers(text) === undefined)
    throw new InvalidArgumentError('It must be a version such as 0.44.0 or 1.0.0.');
  const unsupported = unsupportedTekton(text);
  if (unsupported !== undefined) throw new InvalidArgumentError(`${unsupported}.`);
  return text;
}

/**
 * Adds an option's value to the values before if it is a URL of a proxy in the same Pod: the waiter asks no other host, and speaks
 * HTTP (fallback-entrypoint/README.md). Throws `InvalidArgumentError`.
 */
export function proxyUrlsValue(text: string, before: readonly string[] = []): readonly string[] {
  const port = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?(?:\/[!-+\--~]*)?$/.exec(text);
  const number = Number(port?.[1] ?? 80);
  if (port === null || number < 1 || number > 65_535)
    throw new InvalidArgumentError(
      'It must be a URL of the Pod itself, such as http://localhost:15021/healthz/ready, without a comma.',
    );
  return [...before, text];
}

/** Adds an option's buildpacks to those of earlier options. Throws `InvalidArgumentError`. */
export function systemBuildpacksValue(
  text: string,
  before: readonly SystemBuildpack[] = [],
): readonly SystemBuildpack[] {
  const { data = [] } = systemBuildpacks.safeParse(text);
  if (data.length === 0 || data.some(({ id }) => before.some((earlier) => earlier.id === id)))
    throw new InvalidArgumentError(
      'It must be a buildpack such as pre:example/certificates@1.2.0 or post:example/agent:optional, and each buildpack can be named once.',
    );
  return [...before, ...data];
}

/** The first second of the year 10000, which no timestamp in RFC 3339 has. Milliseconds of any year after 1978 are larger. */
const YEAR_10000 = 253_402_300_800;

/**
 * Returns an option's value in seconds since 1970. An empty value is not set, as for `SOURCE_DATE_EPOCH`. Throws
 * `InvalidArgumentError`.
 */
export function secondsValue(text: string): number | undefined {
  if (text === '') return undefined;
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(seconds)) {
    throw new InvalidArgumentError('It must be a whole number of seconds since 1970.');
  }
  if (seconds >= YEAR_10000) {
    throw new InvalidArgumentError('It must be before the year 10000, in seconds, not milliseconds.');
  }
  return seconds;
}

/** An option that may be given several times. Its help says so. */
export class RepeatableOption extends Option {
  constructor(flags: string, description: string) {
    super(flags, `${description}; may be repeated`);
    this.argParser((text, before: readonly string[] | undefined) => [...(before ?? []), text]);
  }
}

/** The parsed options of `addRegistryOptions`. */
export interface RegistryFlags {
  readonly insecureRegistry?: readonly string[];
  readonly registryMirror?: Mirrors;
  readonly caFile?: string;
  readonly allowAddress?: readonly string[];
}

/** The attribute names of the options of `addRegistryOptions`. */
export const REGISTRY_OPTIONS = ['insecureRegistry', 'registryMirror', 'caFile', 'allowAddress'];

/** Returns the option `--offline`. */
export function offlineOption(): Option {
  const description = 'connect to no registry: read image facts only from the files';
  return new Option('--offline', description).conflicts(REGISTRY_OPTIONS);
}

/** Adds the options of all commands that connect to registries. */
export function addRegistryOptions(command: Command): Command {
  return command
    .addOption(
      new RepeatableOption('--insecure-registry <host>', 'registry to connect to without TLS if needed').argParser(
        hostsValue,
      ),
    )
    .addOption(
      new RepeatableOption(
        '--registry-mirror <registry=mirror>',
        'HOST or HOST/PATH to read from before the registry',
      ).argParser(mirrorValue),
    )
    .addOption(new Option('--ca-file <path>', 'file with additional trusted certificates, in PEM'))
    .addOption(
      new RepeatableOption(
        '--allow-address <host>',
        'host, address or CIDR that registries may refer to although it is private',
      ).argParser(addressesValue),
    );
}

/** Adds the registries of an option to those of earlier options. Throws `InvalidArgumentError`. */
export function hostsValue(text: string, before: readonly string[] = []): readonly string[] {
  const { data } = hosts.safeParse(text);
  if (data === undefined || data.length === 0) {
    throw new InvalidArgumentError('It must be a host with an optional port, for example registry.example.com:5000.');
  }
  return [...before, ...data];
}

/** Adds the hosts and addresses of an option to those of earlier options. Throws `InvalidArgumentError`. */
export function addressesValue(text: string, before: readonly string[] = []): readonly string[] {
  const { data } = addresses.safeParse(text);
  if (data === undefined || data.length === 0) {
    throw new InvalidArgumentError('It must be a host, an address or a CIDR such as 10.0.0.0/8.');
  }
  return [...before, ...data];
}

/** The paragraph about credentials and proxies in help texts. */
export const REGISTRY_HELP = `
Registry credentials come from docker's "config.json" in $DOCKER_CONFIG or ~/.docker, and from its credential helpers.
HTTPS_PROXY, HTTP_PROXY and NO_PROXY set the proxy. NO_PROXY takes host names, addresses and CIDRs.`;

/** The paragraph about the logins of input files in help texts. */
export const ACCOUNTS_HELP = `
If the files have a ServiceAccount and Secrets that it lists in secrets or imagePullSecrets, the command first tries the
logins of those Secrets.`;

/**
 * Adds a mirror such as `docker.io=mirror.example.com/hub` to the mirrors of earlier options. The mirrors of a registry are
 * tried in the order of the options. Throws `InvalidArgumentError`.
 */
export function mirrorValue(text: string, before: Mirrors = {}): Mirrors {
  const mirror = parseRegistryMirror(text);
  if (mirror === undefined) {
    throw new InvalidArgumentError('It must be REGISTRY=MIRROR, for example docker.io=mirror.example.com/hub.');
  }
  return withMirror(before, mirror);
}

/** The platform of Builds unless an option selects another platform. */
export const DEFAULT_PLATFORM: Platform = { os: 'linux', architecture: 'amd64' };

/** Returns the option `--platform` of commands whose output refers to the index of a multi-platform image. */
export function indexPlatformOption(): Option {
  const description = 'read this image of a multi-platform image (default: linux/amd64)';
  return new Option('--platform <os/arch[/variant]>', description).argParser(platformValue);
}

/**
 * Returns the option `--platform`. It has no default, because a selected platform excludes the other images of a
 * multi-platform image.
 */
export function platformOption(): Option {
  const description = 'use only this image of a multi-platform image (default: read linux/amd64, run on all)';
  return new Option('--platform <os/arch[/variant]>', description).argParser(platformValue);
}

function platformValue(text: string): Platform {
  const [os = '', architecture = '', variant, ...rest] = text.split('/');
  if (os === '' || architecture === '' || variant === '' || rest.length > 0) {
    throw new InvalidArgumentError(
      'It must be OS/ARCHITECTURE or OS/ARCHITECTURE/VARIANT, for example linux/arm64/v8.',
    );
  }
  return { os, architecture, ...(variant !== undefined && { variant }) };
}

/** The parsed options of `addClusterOptions`. */
export interface ClusterFlags {
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** Adds the options of all commands that connect to a cluster. */
export function addClusterOptions(command: Command): Command {
  return command
    .addOption(new Option('--kubeconfig <path>', 'kubeconfig to use instead of $KUBECONFIG or ~/.kube/config'))
    .addOption(new Option('--context <name>', 'context to use instead of the current context of the kubeconfig'));
}
