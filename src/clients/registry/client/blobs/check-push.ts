import { repositoryName } from '../../../../core/model/image-reference.ts';
import type { Repository } from '../credentials/keychain.ts';
import { resolveLocation } from '../transport/redirects.ts';
import { sendRequestOnce, withRequestRetries, type Connection } from '../registry-request.ts';

/** The timeout for cancelling the upload. */
const CANCEL_TIMEOUT_MS = 5000;

/**
 * Verifies that the account can push to a repository, by starting and cancelling an upload (go-containerregistry,
 * `CheckPushPermission`). Rejects with the codes of a push.
 */
export async function checkPush(connection: Connection, repository: Repository): Promise<void> {
  const image = repositoryName(repository);
  const call = { repository, actions: 'pull,push', image } as const;
  await withRequestRetries(connection, async () => {
    // Some registries answer 201 to a request without a body.
    const response = await sendRequestOnce(connection, {
      ...call,
      method: 'POST',
      target: 'blobs/uploads/',
      headers: { 'content-length': '0' },
      expected: [201, 202],
    });
    response.discard();
    if (response.status !== 202 || response.header('location') === undefined) return;
    const subject = { registry: repository.registry, image };
    const target = resolveLocation(response.header('location'), response.url, subject);
    // Ignore a failed cancellation: registries drop uploads after a while. Send it even if the client's signal is
    // aborted.
    await sendRequestOnce(withoutSignal(connection), {
      ...call,
      method: 'DELETE',
      target,
      expected: [204],
      idleTimeoutMs: CANCEL_TIMEOUT_MS,
    }).then(
      (end) => end.discard(),
      () => undefined,
    );
  });
}

function withoutSignal({ transport, ...connection }: Connection): Connection {
  const { signal: _, ...rest } = transport;
  return { ...connection, transport: rest };
}
