import { newBed } from '../processes/bed-processes.ts';
import { freePorts } from '../processes/free-port.ts';
import { until } from '../processes/until.ts';
import { ensurePrograms } from '../programs/build-programs.ts';

/** A server with the API of Google Cloud Storage. It accepts any credentials. */
export interface BucketServer {
  readonly url: string;
  readonly createBucket: (name: string) => Promise<void>;
  /** Stores an object, without its name being checked. */
  readonly put: (bucket: string, name: string, content: string) => Promise<void>;
  /** Returns the contents of all objects of a bucket, by name. */
  readonly objects: (bucket: string) => Promise<Readonly<Record<string, string>>>;
  readonly stop: () => Promise<void>;
}

/** Starts fake-gcs-server. Pods cannot reach the loopback address. */
export async function startBucketServer(host = '127.0.0.1'): Promise<BucketServer> {
  const programs = await ensurePrograms(['leash', 'fake-gcs-server'], (line) => console.error(line));
  const [port = 0] = await freePorts(1);
  const bed = newBed(programs.leash);
  const url = `http://${host}:${port}`;
  const api = `${url}/storage/v1/b`;
  const args = ['-backend', 'memory', '-scheme', 'http', '-host', host, '-port', String(port), '-external-url', url];
  bed.run({ name: 'fake-gcs-server', command: programs['fake-gcs-server'], args });
  await until('fake-gcs-server', async () => (await isUp(`${api}?project=any`)) || undefined, { died: [bed.died] });
  return {
    url,
    createBucket: async (name) => {
      await answer(await fetch(`${api}?project=any`, { ...JSON_POST, body: JSON.stringify({ name }) }));
    },
    put: async (bucket, name, content) => {
      const place = `${url}/upload/storage/v1/b/${bucket}/o?uploadType=media&name=${encodeURIComponent(name)}`;
      await answer(await fetch(place, { method: 'POST', body: content }));
    },
    objects: async (bucket) => {
      const { items = [] } = (await (await answer(await fetch(`${api}/${bucket}/o`))).json()) as Listing;
      const contents = items.map(async ({ name }) => {
        const content = await answer(await fetch(`${api}/${bucket}/o/${encodeURIComponent(name)}?alt=media`));
        return [name, await content.text()] as const;
      });
      return Object.fromEntries(await Promise.all(contents));
    },
    stop: bed.stop,
  };
}

const JSON_POST = { method: 'POST', headers: { 'content-type': 'application/json' } };

interface Listing {
  readonly items?: readonly { readonly name: string }[];
}

async function answer(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.url}: HTTP ${response.status} ${await response.text()}`);
  return response;
}

async function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
