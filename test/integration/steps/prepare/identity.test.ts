import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Agent, Dispatcher } from 'undici';
import { fakeRegistries, type FakeAnswer, type FakeRequest } from '../../registry/client-fake-registry.ts';
import { temporaryBuilds, type Prepared } from './prepared-build.ts';

const ECR = '111122223333.dkr.ecr.eu-central-1.amazonaws.com';
const ACR = 'shop.azurecr.io';
const GOOGLE = 'europe-docker.pkg.dev';
const ROLE = 'arn:aws:iam::111122223333:role/push';

/** Sends the requests for cloud hosts to fakes on this machine. */
class Redirecting extends Dispatcher {
  readonly #agent = new Agent();
  readonly #target: (host: string) => string;

  constructor(target: (host: string) => string) {
    super();
    this.#target = target;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { host } = new URL(String(options.origin));
    return this.#agent.dispatch({ ...options, origin: `http://${this.#target(host)}` }, handler);
  }

  override async close(): Promise<void> {
    await this.#agent.close();
  }
}

/** A registry that gives nothing to a request without this login. */
function registryWith(login: string): (request: FakeRequest) => FakeAnswer {
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: { mediaType: 'application/vnd.oci.image.config.v1+json', digest: `sha256:${'0'.repeat(64)}`, size: 2 },
    layers: [],
  });
  return ({ method, headers, path: place }) => {
    if (headers.authorization !== authorization) {
      return { status: 401, headers: { 'www-authenticate': 'Basic realm="registry"' } };
    }
    if (method === 'POST') return { status: 202, headers: { location: `${place}some-upload` } };
    if (method === 'DELETE') return { status: 204 };
    return { body: manifest, headers: { 'content-type': 'application/vnd.oci.image.manifest.v1+json' } };
  };
}

/** AWS's documented responses of AssumeRoleWithWebIdentity, of the EKS Pod Identity agent and of GetAuthorizationToken. */
function aws({ path: place, headers, body }: FakeRequest): FakeAnswer {
  const keys = { AccessKeyId: 'AKIDEXAMPLE', SecretAccessKey: 'some/secret+key=', SessionToken: 'some-session' };
  if (place === '/agent') {
    if (headers.authorization !== 'token-of-the-account') return { status: 401 };
    return { body: JSON.stringify({ ...keys, Token: keys.SessionToken, Expiration: '2030-01-01T00:00:00Z' }) };
  }
  if (new URLSearchParams(body).get('Action') === 'AssumeRoleWithWebIdentity') {
    if (new URLSearchParams(body).get('WebIdentityToken') !== 'token-of-the-account') return { status: 403 };
    const elements = Object.entries(keys).map(([name, value]) => `<${name}>${value}</${name}>`);
    return { body: `<AssumeRoleWithWebIdentityResponse>${elements.join('')}</AssumeRoleWithWebIdentityResponse>` };
  }
  const signature =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/ecr\/aws4_request, SignedHeaders=\S*x-amz-target\S*, Signature=[0-9a-f]{64}$/;
  const isSigned = signature.test(headers.authorization ?? '') && headers['x-amz-security-token'] === 'some-session';
  if (!isSigned || headers['x-amz-target'] !== 'AmazonEC2ContainerRegistry_V20150921.GetAuthorizationToken') {
    return { status: 403 };
  }
  const authorizationToken = Buffer.from('AWS:login-of-ecr').toString('base64');
  return { body: JSON.stringify({ authorizationData: [{ authorizationToken, proxyEndpoint: `https://${ECR}` }] }) };
}

/** Azure's documented token endpoint and the exchange of Azure Container Registry. */
function azure({ path: place, body }: FakeRequest): FakeAnswer {
  const form = new URLSearchParams(body);
  if (place === '/tenant/oauth2/v2.0/token') {
    const isOfAccount = form.get('client_assertion') === 'token-of-the-account';
    const isForRegistries = form.get('scope') === 'https://containerregistry.azure.net/.default';
    return isOfAccount && isForRegistries
      ? { body: JSON.stringify({ access_token: 'token-of-azure', expires_in: 3599 }) }
      : { status: 400 };
  }
  const isExchange = place === '/oauth2/exchange' && form.get('service') === ACR && form.get('tenant') === 'tenant';
  if (!isExchange || form.get('access_token') !== 'token-of-azure') return { status: 401 };
  return { body: JSON.stringify({ refresh_token: 'login-of-acr' }) };
}

/** The metadata server of Google Cloud. */
function google({ headers }: FakeRequest): FakeAnswer {
  if (headers['metadata-flavor'] !== 'Google') return { status: 403 };
  return { body: JSON.stringify({ access_token: 'login-of-google', expires_in: 3599 }) };
}

describe("prepare: the login for a cloud's registry, from the cloud identity of the ServiceAccount", () => {
  const fakes = fakeRegistries(2);
  const registry = (): ReturnType<typeof fakes> => fakes(0);
  const cloud = (): ReturnType<typeof fakes> => fakes(1);
  const build = temporaryBuilds(() => `${ECR}/app:1`);
  let dispatcher: Redirecting;
  let token = '';

  before(async () => {
    const { folder } = await build({ tags: ['not an image'] });
    token = path.join(folder, 'token');
    writeFileSync(token, 'token-of-the-account\n');
  });

  beforeEach(() => {
    dispatcher = new Redirecting((host) => {
      return [ECR, ACR, GOOGLE].includes(host) ? registry().address : cloud().address;
    });
  });

  afterEach(async () => dispatcher.close());

  const CLOUDS = {
    'ECR, with IAM roles for service accounts': {
      image: `${ECR}/app:1`,
      login: 'AWS:login-of-ecr',
      answer: aws,
      environment: () => ({ AWS_ROLE_ARN: ROLE, AWS_WEB_IDENTITY_TOKEN_FILE: token }),
    },
    'ECR, with EKS Pod Identity': {
      image: `${ECR}/app:1`,
      login: 'AWS:login-of-ecr',
      answer: aws,
      environment: () => ({
        AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://${cloud().address}/agent`,
        AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: token,
      }),
    },
    'Azure Container Registry': {
      image: `${ACR}/app:1`,
      login: '00000000-0000-0000-0000-000000000000:login-of-acr',
      answer: azure,
      environment: () => ({
        AZURE_FEDERATED_TOKEN_FILE: token,
        AZURE_CLIENT_ID: 'client',
        AZURE_TENANT_ID: 'tenant',
      }),
    },
    "Google's Artifact Registry": {
      image: `${GOOGLE}/project/app:1`,
      login: 'oauth2accesstoken:login-of-google',
      answer: google,
      environment: () => ({ GCE_METADATA_HOST: cloud().address }),
    },
  } as const;

  for (const [name, { image, login, answer, environment }] of Object.entries(CLOUDS)) {
    const prepared = async (cloudIdentity: boolean): Promise<Prepared> => {
      const answered = registryWith(login);
      cloud().answer = answer;
      // Azure's registries serve the exchange themselves.
      registry().answer = (request) => (request.path === '/oauth2/exchange' ? azure(request) : answered(request));
      return build({
        tags: [image],
        runImage: image,
        environment: environment(),
        dispatcher,
        credentials: cloudIdentity ? { cloudIdentity } : {},
      });
    };

    it(`${name}: is in the docker config that later phases read, and not in the log`, async () => {
      const { code, errors, log, at } = await prepared(true);
      expect(errors).to.deep.equal([]);
      expect(code).to.equal(0);
      const { auths } = JSON.parse(readFileSync(at('credentials', 'config.json'), 'utf8')) as {
        readonly auths: Readonly<Record<string, unknown>>;
      };
      expect(auths).to.deep.equal({ [image.split('/')[0] ?? '']: { auth: Buffer.from(login).toString('base64') } });
      expect(log.join('\n')).to.match(/Loading a login for "\S+" from the cloud identity, valid for \d+ minutes/);
      expect(log.join('\n')).not.to.contain(login.split(':')[1]);
    });

    it(`${name}: is not asked for if the platform does not allow it`, async () => {
      const { code } = await prepared(false);
      expect(code).to.equal(11);
      expect(cloud().seen).to.deep.equal([]);
    });
  }

  it('fails with the host if the cloud refuses the identity', async () => {
    cloud().answer = () => ({ status: 403 });
    const environment = { AWS_ROLE_ARN: ROLE, AWS_WEB_IDENTITY_TOKEN_FILE: token };
    const { errors } = await build({ environment, dispatcher, credentials: { cloudIdentity: true } });
    expect(errors.join('\n')).to.contain('sts.eu-central-1.amazonaws.com returned status 403');
  });
});
