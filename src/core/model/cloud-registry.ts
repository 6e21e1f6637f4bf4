/** A registry of a cloud, which gives logins to the cloud's workload identities. */
export type CloudRegistry =
  | { readonly kind: 'ecr'; readonly region: string; readonly domain: string }
  | { readonly kind: 'acr'; readonly audience: string }
  | { readonly kind: 'google' };

/** Amazon ECR's private registries: `ACCOUNT.dkr.ecr.REGION.amazonaws.com`. */
const ECR = /^\d{12}\.dkr\.ecr\.(?<region>[a-z0-9-]+)\.(?<domain>amazonaws\.com(?:\.cn)?)$/;

/** The registries of Azure's clouds, and the audience of their tokens. */
const ACR: readonly (readonly [RegExp, string])[] = [
  [/^[a-z0-9-]+\.azurecr\.io$/, 'https://containerregistry.azure.net'],
  [/^[a-z0-9-]+\.azurecr\.cn$/, 'https://management.chinacloudapi.cn'],
  [/^[a-z0-9-]+\.azurecr\.us$/, 'https://management.usgovcloudapi.net'],
];

/** Google's Artifact Registry and Container Registry. */
const GOOGLE = /^(?:(?:[a-z]+\.)?gcr\.io|[a-z0-9-]+-docker\.pkg\.dev)$/;

/** Returns the cloud registry at a host, or `undefined` for all other registries. */
export function cloudRegistryOf(host: string): CloudRegistry | undefined {
  const { region, domain } = ECR.exec(host)?.groups ?? {};
  if (region !== undefined && domain !== undefined) return { kind: 'ecr', region, domain };
  const audience = ACR.find(([pattern]) => pattern.test(host))?.[1];
  if (audience !== undefined) return { kind: 'acr', audience };
  return GOOGLE.test(host) ? { kind: 'google' } : undefined;
}
