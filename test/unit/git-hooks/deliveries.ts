import { createHmac } from 'node:crypto';

export const KEY = 'a key of the test bed';

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
const BITBUCKET_CLOUD = JSON.stringify({
  repository: { full_name: 'team/app', links: { html: { href: 'https://git.example/team/app' } } },
  push: { changes: [] },
});
const BITBUCKET_DATA_CENTER = JSON.stringify({
  eventKey: 'repo:refs_changed',
  repository: { slug: 'app', links: { self: [{ href: 'https://git.example/projects/TEAM/repos/app/browse' }] } },
});

/** A push to team/app on git.example, as each kind of server reports it with this key. */
export function deliveries(key = KEY): Readonly<Record<string, SampleDelivery>> {
  return {
    GitHub: { headers: { 'x-hub-signature-256': `sha256=${sign(GITHUB, key)}` }, body: GITHUB },
    GitLab: { headers: { 'x-gitlab-token': key }, body: GITLAB },
    Gitea: { headers: { 'x-gitea-signature': sign(GITHUB, key) }, body: GITHUB },
    Forgejo: { headers: { 'x-forgejo-signature': sign(GITHUB, key) }, body: GITHUB },
    'Bitbucket Cloud': {
      headers: { 'x-hub-signature': `sha256=${sign(BITBUCKET_CLOUD, key)}` },
      body: BITBUCKET_CLOUD,
    },
    'Bitbucket Data Center': {
      headers: { 'x-hub-signature': `sha256=${sign(BITBUCKET_DATA_CENTER, key)}` },
      body: BITBUCKET_DATA_CENTER,
    },
  };
}

/** A signed delivery with this body. */
export function signedDelivery(body: string, key = KEY): SampleDelivery {
  return { headers: { 'x-hub-signature-256': `sha256=${sign(body, key)}` }, body };
}
