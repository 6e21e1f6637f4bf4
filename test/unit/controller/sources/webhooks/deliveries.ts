import { createHmac } from 'node:crypto';

export const KEY = 'a key of the test bed';
/** A signing token as GitLab writes it. */
export const SIGNING_TOKEN = `whsec_${Buffer.from('a key of the bed of 32 bytes....').toString('base64')}`;

/** A delivery of a git server: its headers without those of HTTP, and its body. */
export interface SampleDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function sign(body: string, key: string): string {
  return createHmac('sha256', key).update(body).digest('hex');
}

const GITHUB = JSON.stringify({
  ref: 'refs/heads/main',
  repository: {
    full_name: 'team/app',
    html_url: 'https://git.example/team/app',
    clone_url: 'https://git.example/team/app.git',
    ssh_url: 'git@git.example:team/app.git',
  },
});
const GITLAB = JSON.stringify({
  object_kind: 'push',
  project: {
    web_url: 'https://git.example/team/app',
    git_ssh_url: 'git@git.example:team/app.git',
    git_http_url: 'https://git.example/team/app.git',
  },
  repository: { homepage: 'https://git.example/team/app' },
});
/** GitHub's form: the content type that the page of a new webhook proposes. */
const GITHUB_FORM = `payload=${encodeURIComponent(GITHUB)}`;
const BITBUCKET_CLOUD = JSON.stringify({
  repository: { full_name: 'team/app', links: { html: { href: 'https://git.example/team/app' } } },
  push: { changes: [] },
});
const BITBUCKET_DATA_CENTER = JSON.stringify({
  eventKey: 'repo:refs_changed',
  actor: { name: 'jo', links: { self: [{ href: 'https://git.example/users/jo' }] } },
  repository: {
    slug: 'app',
    project: { key: 'TEAM', links: { self: [{ href: 'https://git.example/projects/TEAM' }] } },
    links: {
      clone: [
        { href: 'ssh://git@git.example:7999/team/app.git', name: 'ssh' },
        { href: 'https://git.example/scm/team/app.git', name: 'http' },
      ],
      self: [{ href: 'https://git.example/projects/TEAM/repos/app/browse' }],
    },
  },
  changes: [{ ref: { id: 'refs/heads/main', displayId: 'main', type: 'BRANCH' }, type: 'UPDATE' }],
});
const BITBUCKET_WEB_PAGE = JSON.stringify({
  repository: { slug: 'app', links: { self: [{ href: 'https://git.example/projects/TEAM/repos/app/browse' }] } },
});

/** A delivery with the signing token of a GitLab webhook (Standard Webhooks). */
export function gitlabSigned(body = GITLAB, token = SIGNING_TOKEN): SampleDelivery {
  const [id, timestamp] = ['8d6f0c1e-0e0b-4b43-9a4b-5d2f6c1f5b11', '1764000000'];
  const key = Buffer.from(token.replace('whsec_', ''), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${digest}` },
    body,
  };
}

/** A push to team/app on git.example, as each kind of server reports it with this key. */
export function deliveries(key = KEY): Readonly<Record<string, SampleDelivery>> {
  return {
    GitHub: {
      headers: { 'x-hub-signature': `sha1=${'0'.repeat(40)}`, 'x-hub-signature-256': `sha256=${sign(GITHUB, key)}` },
      body: GITHUB,
    },
    'GitHub (form)': { headers: { 'x-hub-signature-256': `sha256=${sign(GITHUB_FORM, key)}` }, body: GITHUB_FORM },
    // GitLab sends these two with every report.
    GitLab: { headers: { 'x-gitlab-token': key, 'webhook-id': 'a', 'webhook-timestamp': '1' }, body: GITLAB },
    Gitea: giteaDelivery(key),
    Forgejo: { headers: { 'x-forgejo-signature': sign(GITHUB, key) }, body: GITHUB },
    Gogs: { headers: { 'x-gogs-signature': sign(GITHUB, key) }, body: GITHUB },
    'Bitbucket Cloud': {
      headers: { 'x-hub-signature': `sha256=${sign(BITBUCKET_CLOUD, key)}` },
      body: BITBUCKET_CLOUD,
    },
    'Bitbucket Data Center': {
      headers: { 'x-hub-signature': `sha256=${sign(BITBUCKET_DATA_CENTER, key)}` },
      body: BITBUCKET_DATA_CENTER,
    },
    'Bitbucket Server': {
      headers: { 'x-hub-signature': `sha256=${sign(BITBUCKET_WEB_PAGE, key)}` },
      body: BITBUCKET_WEB_PAGE,
    },
  };
}

/** Gitea sends the signatures of GitHub and Gogs, too. */
function giteaDelivery(key: string): SampleDelivery {
  const digest = sign(GITHUB, key);
  const headers = {
    'x-gitea-signature': digest,
    'x-gogs-signature': digest,
    'x-hub-signature': `sha1=${'0'.repeat(40)}`,
    'x-hub-signature-256': `sha256=${digest}`,
  };
  return { headers, body: GITHUB };
}

/** A signed delivery with this body. */
export function signedDelivery(body: string, key = KEY): SampleDelivery {
  return { headers: { 'x-hub-signature-256': `sha256=${sign(body, key)}` }, body };
}
