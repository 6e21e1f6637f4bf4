import { markdownTable } from './markdown-table.mjs';
import { require } from './typescript.mjs';

const HEAD = `<!-- Written by npm run generate from src/controller/kit/event-reasons.ts; do not edit. -->

# Events

This page lists the Events that the controller records. \`kubectl events --for build/NAME\` and \`kubectl describe\` show them.
`;

const CONDITIONS = `## Changed conditions

If the status of a condition changes, the controller records an Event about the object: an Image, SourceResolver, Builder,
ClusterBuilder, Buildpack, ClusterBuildpack, ClusterStore, ClusterStack or ClusterLifecycle.

- If the condition is now \`True\`, the Event is \`Normal\`, and its reason is the type of the condition, such as \`Ready\`.
- Otherwise, the Event is a \`Warning\` with the reason and the message of the condition, such as \`BuildNotCreated\`. Without a reason,
  it is \`Not\` and the type, such as \`NotReady\`. [SourceResolvers](source-resolvers.md#reasons) lists the reasons of sources.

An Image records no Event for a Build that runs or waits, or for a builder that is ready. If several conditions change for one cause,
only the first Warning is recorded.
`;

/** Returns docs/reference/events.md. */
export function eventsReference() {
  const { EVENT_REASONS } = require('../src/controller/kit/event-reasons.ts');
  const rows = Object.entries(EVENT_REASONS).map(([reason, { type, object, meaning }]) => [
    `\`${reason}\``,
    type,
    object,
    meaning,
  ]);
  return [HEAD, markdownTable(['reason', 'type', 'object', 'meaning'], rows), CONDITIONS].join('\n');
}
