import { makeBackoff } from '../reflector/backoff.ts';
import { makeBell } from './bell.ts';
import { watchDefinition, type DefinitionOptions } from './definition.ts';
import { servedResources } from './served-resources.ts';

export interface WatchServedOptions extends DefinitionOptions {
  /** Told first what there is, then each time that it comes or goes. */
  readonly onChange: (isServed: boolean) => void;
}

/** How long until discovery is asked unprompted, in milliseconds: where definitions may not be watched, this is all. */
const POLL = 30_000;
/** The first such wait while the definition and discovery disagree, which they mostly do for a moment. */
const DISAGREEMENT = 500;

/**
 * Watches whether a server has a custom resource. Discovery says whether; its definition, where the role lets us watch
 * it, only says when to ask. Resolves when it has ended.
 */
export async function watchServed(options: WatchServedOptions): Promise<void> {
  const { collaborators, signal } = options;
  const bell = makeBell(collaborators);
  const definition = watchDefinition(options, bell.ring);
  const impatience = makeBackoff({ firstWait: DISAGREEMENT, longestWait: POLL }, collaborators.random);
  let told: boolean | undefined;
  while (!signal.aborted) {
    const isServed = await ask(options);
    if (signal.aborted) break;
    if (isServed !== undefined && isServed !== told) {
      told = isServed;
      tell(options, isServed);
    }
    const expected = definition.isServing();
    const agree = expected === undefined || expected === isServed;
    if (agree) impatience.reset();
    await bell.wait(agree ? POLL * (0.8 + collaborators.random() * 0.4) : impatience.next(), signal);
  }
  await definition.ended;
}

/** What discovery says; `undefined` where it says nothing. */
async function ask({ transport, resource, report, signal }: WatchServedOptions): Promise<boolean | undefined> {
  try {
    const served = await servedResources(transport, resource, { signal });
    return served.some(({ plural }) => plural === resource.plural);
  } catch (error) {
    if (!signal.aborted) report(error);
    return undefined;
  }
}

function tell({ onChange, report }: WatchServedOptions, isServed: boolean): void {
  try {
    onChange(isServed);
  } catch (error) {
    report(error);
  }
}
