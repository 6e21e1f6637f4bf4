import { imageController, type ImageControllerOptions } from '../../../../src/controller/images/image-controller.ts';
import type { Controller } from '../../../../src/controller/kit/start-controller.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { objectAt, objectsAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { Outcome } from '../../../../src/core/runtime/controller.ts';
import { OLD_COMMIT, someBuilder, someImage, someResolver } from '../../kpack-images/some-world.ts';
import { fakeApiServer } from './fake-api-server.ts';

/** The key of the Image. */
export const KEY = 'apps/web';
export const RESOLVER = 'apps/web-source';
export const CLAIM = 'apps/web-cache';
/** The spec of an Image with a volume cache. */
export const VOLUME = { cache: { volume: { size: '2Gi' } } };
export const DONE = { kind: 'done' };

/** The controller of Images, on an API server with one Image and its builder. */
export class ImageBed {
  readonly server = fakeApiServer();
  readonly events: string[] = [];
  /** The reasons of the Builds that the controller created. */
  readonly reasons: string[] = [];
  /** The keys that the newest process enqueued. */
  enqueued = new Set<string>();
  /** The priorities at which it enqueued keys. */
  priorities: (string | undefined)[] = [];
  controller: Controller;
  /** Returns the number of tags that Images of several namespaces push to. */
  sharedTags: () => number = () => 0;

  readonly #settings: Partial<ImageControllerOptions>;

  constructor(image: JsonObject = someImage(), settings: Partial<ImageControllerOptions> = {}) {
    this.#settings = settings;
    this.server.put('clusterbuilders', someBuilder());
    this.server.put('images', image);
    this.controller = this.#process();
  }

  /** Starts another process, which may be killed right after a number of writes. */
  async start(writesUntilKilled?: number): Promise<void> {
    this.controller = this.#process(writesUntilKilled);
    const enqueued = new Set<string>();
    this.enqueued = enqueued;
    const priorities: (string | undefined)[] = [];
    this.priorities = priorities;
    await this.controller.watch((key, priority) => {
      enqueued.add(key);
      priorities.push(priority);
    });
  }

  async reconcile(): Promise<Outcome> {
    return this.controller.reconcile(KEY, new AbortController().signal);
  }

  /** Reconciles what is enqueued, and what that enqueues, until nothing is. */
  async reconcileEnqueued(): Promise<void> {
    for (const key of this.enqueued) {
      this.enqueued.delete(key);
      await this.controller.reconcile(key, new AbortController().signal);
    }
  }

  status(): JsonObject {
    return objectAt(this.server.get('images', KEY) as KubeObject, 'status');
  }

  /** Returns a condition of the Image, or an empty object. */
  condition(type: string): JsonObject {
    return objectsAt(this.status(), 'conditions').find((condition) => condition['type'] === type) ?? {};
  }

  /** Returns the names of all Builds. */
  builds(): readonly string[] {
    return this.server.list('builds').map(({ metadata }) => metadata.name);
  }

  /** Writes a part of an object, as a user or another controller does. */
  change(plural: string, key: string, field: 'metadata' | 'spec' | 'status', fields: JsonObject): void {
    const object = this.server.get(plural, key) as KubeObject;
    this.server.put(plural, { ...object, [field]: { ...objectAt(object, field), ...fields } });
  }

  /** Resolves the branch of the SourceResolver to a commit. */
  resolve(revision: string): void {
    const source = { git: { url: 'https://git.example/web', revision, type: 'Branch' } };
    this.change('sourceresolvers', RESOLVER, 'status', objectAt(someResolver({ source }), 'status'));
  }

  /** Ends a Build. */
  end(name: string, succeeded: 'True' | 'False'): void {
    this.change('builds', `apps/${name}`, 'status', {
      conditions: [{ type: 'Succeeded', status: succeeded, ...(succeeded === 'False' && { message: 'it broke' }) }],
      ...(succeeded === 'True' && {
        buildMetadata: [{ id: 'example/java', version: '1.0.0' }],
        lifecycleVersion: '0.20.12',
        latestImage: `registry.example/web@sha256:${'f'.repeat(64)}`,
        stack: objectAt(objectAt(someBuilder(), 'status'), 'stack'),
      }),
    });
  }

  /** Lets the first Build of the Image succeed, and forgets the writes. */
  async firstBuild(): Promise<void> {
    await this.reconcile();
    this.resolve(OLD_COMMIT);
    await this.reconcile();
    this.end('web-build-1', 'True');
    await this.reconcile();
    this.server.writes.length = 0;
  }

  #process(writesUntilKilled?: number): Controller {
    return imageController({
      caches: this.server.caches(),
      client: this.server.client(writesUntilKilled),
      workers: 1,
      usesPriorityClasses: false,
      limits: { cluster: Infinity, namespace: Infinity },
      clock: { now: () => Date.UTC(2026, 2, 4), elapsed: () => 0 },
      setSharedTags: (count) => {
        this.sharedTags = count;
      },
      recordEvent: ({ type, reason, note }) => void this.events.push(`${type} ${reason}: ${note}`),
      onBuildCreated: (reason) => void this.reasons.push(reason),
      ...this.#settings,
    });
  }
}
