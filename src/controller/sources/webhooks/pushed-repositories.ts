import { anyHost, repositoryId } from '../../../clients/git/references/repository-id.ts';
import { isJsonObject, parseBoundedJson, type Json, type JsonObject } from '../../../core/model/json.ts';

/** A payload names one repository, by a few addresses. */
const MAX_ADDRESSES = 16;

/** Longer than any path that a git server accepts. The leader gets all ids in one ConfigMap of at most 1 MiB. */
const MAX_ADDRESS_LENGTH = 2_048;

/** GitHub describes at most 2,048 commits, with some twenty values each. The server bounds the bytes. */
const PAYLOAD_BOUNDS = { bytes: Infinity, entries: 100_000 };

/** The fields with addresses: of GitHub, Gitea and Forgejo; of GitLab. */
const ADDRESSES = ['clone_url', 'ssh_url', 'html_url', 'git_http_url', 'git_ssh_url', 'web_url'];

/**
 * Returns the ids of the repository that a delivery is about (`repositoryId`). Nothing else of the payload is used. Returns an
 * empty list for payloads without a repository, such as GitHub's ping of an organization.
 */
export function pushedRepositories(body: Buffer): readonly string[] {
  const read = parseBoundedJson(jsonOf(body.toString('utf8')), PAYLOAD_BOUNDS);
  const payload = read.kind === 'value' && isJsonObject(read.value) ? read.value : {};
  const sources = [payload['repository'], payload['project']].filter(
    (source) => source !== undefined && isJsonObject(source),
  );
  const addresses = sources.flatMap((source) => [...ADDRESSES.map((name) => source[name]), ...linksOf(source)]);
  const texts = addresses
    .filter((address) => typeof address === 'string')
    .filter((address) => address.length <= MAX_ADDRESS_LENGTH)
    .slice(0, MAX_ADDRESSES);
  const ids = texts.map(repositoryId).filter((id) => id !== undefined);
  const unnamed = addresses.some((address) => typeof address === 'string') ? [] : sources.flatMap(bitbucketPaths);
  return [...new Set([...ids.flatMap(withBitbucketPaths), ...unnamed])];
}

/** Some versions of Bitbucket Data Center send no address, only the key of the project and the name of the repository. */
function bitbucketPaths({ slug, project = {} }: JsonObject): readonly string[] {
  const key = isJsonObject(project) ? project['key'] : undefined;
  if (!isName(key) || !isName(slug)) return [];
  const path = `${key}/${slug}`.toLowerCase();
  return [anyHost(`scm/${path}`), anyHost(path)];
}

function isName(text: Json | undefined): text is string {
  return typeof text === 'string' && /^~?[\w.-]{1,128}$/.test(text);
}

/** Returns the JSON of a payload. A webhook of GitHub sends it in the field of a form unless its content type is changed. */
function jsonOf(text: string): string {
  return text.startsWith('payload=') ? (new URLSearchParams(text).get('payload') ?? '') : text;
}

/** Returns the addresses in Bitbucket's `links`: an object with `href`, or a list of them, for each name. */
function linksOf(source: JsonObject): readonly Json[] {
  const { links = {} } = source;
  if (!isJsonObject(links)) return [];
  const objects = [links['html'], links['clone'], links['self']].flat().filter((link) => link !== undefined);
  return objects.flatMap((link) => (isJsonObject(link) && link['href'] !== undefined ? [link['href']] : []));
}

/**
 * Older versions of Bitbucket Data Center name a repository by its web page only. The paths for git differ over HTTP and over
 * ssh, and only those over HTTP have the server's context path. The repositories of a user have a project, too.
 */
function withBitbucketPaths(id: string): readonly string[] {
  const [, base = '', kind, owner, name] =
    /^(.+?)\/(projects|users)\/([^/]+)\/repos\/([^/]+)(?:\/browse)?$/.exec(id) ?? [];
  if (owner === undefined || name === undefined) return [id];
  const [host = ''] = base.split('/', 1);
  const project = kind === 'users' ? `~${owner}` : owner;
  // A server of another kind can have a repository with this path.
  return [id, `${base}/scm/${project}/${name}`, `${host}/${project}/${name}`];
}
