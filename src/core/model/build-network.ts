/** A ConfigMap with this label and the value `true` says how the Builds of its namespace reach servers. */
export const NETWORK_LABEL = 'taskpack.dev/network';

/**
 * The binding that buildpacks find certificates in (paketo-buildpacks/ca-certificates): the name of its directory, the content of its
 * file `type`, and its file with certificates.
 */
export const CERTIFICATES_BINDING = {
  name: 'taskpack-ca-certificates',
  type: 'ca-certificates',
  file: 'ca.crt',
} as const;

/** The variables that name proxies, as Go, Node and curl read them. */
export const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const;

export type ProxyVariable = (typeof PROXY_VARIABLES)[number];

/** How connections reach servers: the authorities that they trust, and their proxies. */
export interface BuildNetwork {
  /** Certificates of authorities to trust in addition to the well-known ones: PEM blocks, and nothing else. */
  readonly certificates?: string;
  /** The values of the variables. An empty value is that of a variable that is not set. */
  readonly proxies: Readonly<Partial<Record<ProxyVariable, string>>>;
}

/** The network of a namespace. `problems` has a sentence for each value that cannot be used. */
export interface NetworkReading {
  readonly network: BuildNetwork;
  readonly problems: readonly string[];
}

/** The network if no ConfigMap names one. */
export const NO_NETWORK: NetworkReading = { network: { proxies: {} }, problems: [] };

/** Adds the network of a namespace to the one of the installation: all certificates, and the proxies of the namespace first. */
export function joinNetworks(installation: BuildNetwork, own: BuildNetwork): BuildNetwork {
  const all = [installation.certificates, own.certificates].filter((text) => text !== undefined);
  const certificates = [...new Set(all)].join('');
  return {
    ...(certificates !== '' && { certificates }),
    proxies: { ...installation.proxies, ...own.proxies },
  };
}
