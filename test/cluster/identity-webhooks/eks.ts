import type { IdentityWebhook } from './identity-webhook.ts';

const DOMAIN = 'eks.amazonaws.com';

/**
 * The rules of amazon-eks-pod-identity-webhook (pkg/handler): an account with a role gives a token and the role to every
 * container, except to those that an annotation of the Pod names, separated by commas.
 */
export const EKS: IdentityWebhook = {
  webhook: {
    name: 'iam-for-pods.amazonaws.com',
    failurePolicy: 'Ignore',
    namespaceExpressions: [],
    objectExpressions: [{ key: `${DOMAIN}/skip-pod-identity-webhook`, operator: 'DoesNotExist' }],
  },
  given: ({ metadata }, { annotations = {} }) => {
    const role = annotations[`${DOMAIN}/role-arn`] ?? '';
    if (role === '') return undefined;
    return {
      volume: 'aws-iam-token',
      audience: annotations[`${DOMAIN}/audience`] ?? 'sts.amazonaws.com',
      mountPath: `/var/run/secrets/${DOMAIN}/serviceaccount`,
      tokenFile: 'token',
      environment: {
        AWS_REGION: 'eu-central-1',
        AWS_ROLE_ARN: role,
        AWS_WEB_IDENTITY_TOKEN_FILE: `/var/run/secrets/${DOMAIN}/serviceaccount/token`,
      },
      skipped: metadata.annotations?.[`${DOMAIN}/skip-containers`]?.split(',') ?? [],
    };
  },
};
