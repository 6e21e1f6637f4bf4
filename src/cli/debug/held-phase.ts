import { HOLD_FLAGS } from '../../../translators/phases/debug-mode.ts';
import { phaseContainers, type PhaseContainer } from '../../../translators/progress/pod-containers.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { asPod } from '../../core/model/objects/pod.ts';
import { fields, list, text, texts } from '../../core/model/objects/reader.ts';
import type { PhaseName } from '../../core/model/phase-name.ts';

const command = fields({ name: text, command: texts, args: texts });
const commandsOf = fields({ spec: fields({ containers: list(command) }) });

/** The container of a phase that runs and can be held. */
export interface HoldablePhase {
  readonly phase: PhaseName;
  readonly container: string;
  readonly image: string;
  /** The path of the waiter in the container. */
  readonly waiter: string;
  /** The directory of the hold (fallback-entrypoint/README.md). */
  readonly directory: string;
  /** The program of the phase with its arguments, or none if the Pod does not show it. */
  readonly program: readonly string[];
}

/** Returns the phase of a Pod that has started and not ended, if its container can be held. */
export function holdablePhase(pod: KubeObject): HoldablePhase | undefined {
  const current = phaseContainers(asPod(pod)).find(
    ({ role, state }) => role === 'sidecar' && state.kind !== 'terminated',
  );
  if (current?.state.kind !== 'running') return undefined;
  const container = commandsOf(pod).spec.containers.find(({ name }) => name === current.name);
  return container && holdIn(current, container);
}

function holdIn(
  { phase, name, image }: PhaseContainer,
  { command: [first = ''], args }: ReturnType<typeof command>,
): HoldablePhase | undefined {
  const flag = args.find((word) => Object.values(HOLD_FLAGS).some((each) => word.startsWith(each)));
  if (flag === undefined) return undefined;
  // The command of a step is Tekton's entrypoint.
  const step = args.indexOf('-entrypoint');
  const ofWaiter = step < 0 ? args : args.slice(args.indexOf('--') + 1);
  return {
    phase,
    container: name,
    image,
    waiter: step < 0 ? first : (args[step + 1] ?? ''),
    directory: flag.slice(flag.indexOf('=') + 1),
    program: programIn(ofWaiter),
  };
}

/** The waiter gets the program by a flag, or after the dashes. */
function programIn(args: readonly string[]): readonly string[] {
  const rest = args.slice(args.indexOf('--') + 1);
  const entrypoint = args.find((word) => word.startsWith('--entrypoint='));
  return entrypoint === undefined ? rest : [entrypoint.slice('--entrypoint='.length), ...rest];
}
