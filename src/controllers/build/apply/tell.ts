import type { Happening } from '../../../kube/client/event.ts';
import type { BuildContext } from '../build-context.ts';
import type { ActiveBuild } from '../kept/build-record.ts';

/** Tells what happened to a Build, by an Event; the action is the reason where there is no better word. */
export function tell(
  { object }: ActiveBuild,
  { type, reason, note }: Pick<Happening, 'type' | 'reason' | 'note'>,
  { ports }: Pick<BuildContext, 'ports'>,
): void {
  ports.recordEvent({ regarding: object, type, reason, action: 'Build', note });
}
