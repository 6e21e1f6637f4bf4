import type { ControllerSettings } from '../../settings/controller/settings.ts';
import type { Terminal } from '../terminal.ts';
import type { ControllerFlags } from './flags.ts';
import type { Life } from './life.ts';
import type { Observation } from './observation.ts';

/** One process of the controller. */
export interface OwnProcess {
  readonly flags: ControllerFlags;
  readonly terminal: Terminal;
  readonly settings: ControllerSettings;
  readonly life: Life;
  readonly observation: Observation;
  /** When it is told to end. */
  readonly stop: AbortSignal;
}
