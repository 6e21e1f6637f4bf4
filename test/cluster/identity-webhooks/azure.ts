import type { IdentityWebhook } from './identity-webhook.ts';

const DOMAIN = 'azure.workload.identity';

/**
 * The rules of azure-workload-identity (pkg/webhook). A Pod with the label gets a token and the account's client in every
 * container. An annotation of the Pod names containers that get none, separated by semicolons.
 */
export const AZURE: IdentityWebhook = {
  webhook: {
    name: 'mutation.azure-workload-identity.io',
    failurePolicy: 'Fail',
    namespaceExpressions: [],
    objectExpressions: [{ key: `${DOMAIN}/use`, operator: 'In', values: ['true'] }],
  },
  given: ({ metadata }, { annotations = {} }) => ({
    volume: 'azure-identity-token',
    audience: 'api://AzureADTokenExchange',
    mountPath: '/var/run/secrets/azure/tokens',
    tokenFile: 'azure-identity-token',
    environment: {
      AZURE_CLIENT_ID: annotations[`${DOMAIN}/client-id`] ?? '',
      AZURE_TENANT_ID: annotations[`${DOMAIN}/tenant-id`] ?? 'some-tenant',
      AZURE_FEDERATED_TOKEN_FILE: '/var/run/secrets/azure/tokens/azure-identity-token',
      AZURE_AUTHORITY_HOST: 'https://login.microsoftonline.com/',
    },
    skipped: (metadata.annotations?.[`${DOMAIN}/skip-containers`] ?? '').split(';').map((name) => name.trim()),
  }),
};
