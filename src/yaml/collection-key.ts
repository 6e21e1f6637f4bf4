import { EVENT_ID } from 'js-yaml';
import { eventStart } from './event-start.ts';
import type { YamlText } from './yaml-text.ts';

/** Where the first key stands that is a list or a mapping, which YAML allows and JSON does not. */
export function collectionKey({ text, events }: YamlText): number | undefined {
  const frames: { isMapping: boolean; isKeyNext: boolean }[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) frames.pop();
    const isCollection = event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE;
    const parent = frames.at(-1);
    if (parent?.isMapping === true && event.type !== EVENT_ID.POP) {
      if (parent.isKeyNext && isCollection) return eventStart(text, event);
      parent.isKeyNext = !parent.isKeyNext;
    }
    if (isCollection || event.type === EVENT_ID.DOCUMENT) {
      frames.push({ isMapping: event.type === EVENT_ID.MAPPING, isKeyNext: true });
    }
  }
  return undefined;
}
