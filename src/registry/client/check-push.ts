import { repositoryName } from '../../model/image-reference.ts';
import type { Repository } from './keychain.ts';
import { uploadLocation } from './location.ts';
import { callOnce, repeatedly, type Connection } from './registry-call.ts';

/** How long a registry may take to forget an upload, in milliseconds. */
const GOODBYE = 5000;

/**
 * Whether a repository may be written: an upload is begun and given up (go-containerregistry, `CheckPushPermission`).
 * Rejects as every push does.
 */
export async function checkPush(connection: Connection, repository: Repository): Promise<void> {
  const image = repositoryName(repository);
  const call = { repository, actions: 'pull,push', image } as const;
  await repeatedly(connection, async () => {
    // A registry may answer 201 to what has no body.
    const answer = await callOnce(connection, {
      ...call,
      method: 'POST',
      target: 'blobs/uploads/',
      headers: { 'content-length': '0' },
      expected: [201, 202],
    });
    answer.discard();
    if (answer.status !== 202 || answer.header('location') === undefined) return;
    const subject = { registry: repository.registry, image };
    const target = uploadLocation(answer.header('location'), answer.url, subject);
    // That it fails changes nothing: registries forget uploads in time. Whoever ends the rest does not end this.
    await callOnce(withoutSignal(connection), {
      ...call,
      method: 'DELETE',
      target,
      expected: [204],
      idle: GOODBYE,
    }).then(
      (end) => end.discard(),
      () => undefined,
    );
  });
}

function withoutSignal({ wire, ...connection }: Connection): Connection {
  const { signal: _, ...rest } = wire;
  return { ...connection, wire: rest };
}
