import { Component, h, type ComponentChild } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { LogMessage } from '../messages.ts';
import {
  EMPTY_LOG,
  nextShownLog,
  reopenedLog,
  type LogBlock,
  type LogState,
  type PhaseLog,
  type ShownLog,
} from './log-state.ts';
import { Notices } from './notices.ts';
import { useStream } from './use-stream.ts';

/** The distance from the end of the log in pixels that counts as the end. */
const END_PX = 40;

/** Shows the log of a Build as it grows. */
export function LogPane({
  path,
  onLog,
}: {
  readonly path: string;
  readonly onLog: (log: LogState) => void;
}): ComponentChild {
  const [{ log }, connection] = useStream<ShownLog, LogMessage>(path, {
    first: { log: EMPTY_LOG },
    reopened: reopenedLog,
    next: nextShownLog,
  });
  useLayoutEffect(() => onLog(log), [log.phases.length, log.hasEnded]);
  const { region, isFollowing, follow } = useFollowing(log);
  return h(
    'section',
    { 'aria-labelledby': 'log', class: 'log-pane' },
    h('h2', { id: 'log' }, 'Log'),
    h(Notices, { connection, notes: log.notes }),
    log.phases.length === 0
      ? h('p', { class: 'muted' }, log.hasEnded ? 'There is no log.' : 'No phase has a log yet.')
      : undefined,
    h(
      'div',
      { ref: region, class: 'log', tabIndex: 0, role: 'region', 'aria-label': 'Lines of the log' },
      log.phases.map((phase) => h(Phase, { key: phase.title, phase })),
    ),
    log.hasEnded || log.phases.length === 0
      ? undefined
      : h('button', { type: 'button', 'aria-pressed': isFollowing, onClick: follow }, 'Follow the end'),
  );
}

/** Keeps the end of a log visible until the reader scrolls away from it. */
function useFollowing(log: LogState) {
  const region = useRef<HTMLDivElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  useLayoutEffect(() => {
    const element = region.current;
    if (element !== null && isFollowing && !log.hasEnded) element.scrollTop = element.scrollHeight;
  }, [log, isFollowing]);
  useLayoutEffect(() => {
    const element = region.current;
    const scrolled = (): void => {
      if (element !== null) setFollowing(element.scrollHeight - element.clientHeight - element.scrollTop < END_PX);
    };
    element?.addEventListener('scroll', scrolled, { passive: true });
    return () => element?.removeEventListener('scroll', scrolled);
  }, []);
  return { region, isFollowing, follow: () => setFollowing(true) };
}

function Phase({ phase: { title, blocks, leftOut } }: { readonly phase: PhaseLog }): ComponentChild {
  return h(
    'div',
    { class: 'phase-log' },
    h('h3', {}, title),
    leftOut === 0 ? undefined : h('p', { class: 'muted' }, `The first ${leftOut} lines are left out.`),
    blocks.map((block) => h(Lines, { key: block.start, block })),
  );
}

/** A block of lines, which is drawn again only if it has changed. */
class Lines extends Component<{ readonly block: LogBlock }> {
  override shouldComponentUpdate({ block }: { readonly block: LogBlock }): boolean {
    return block !== this.props.block;
  }

  override render(): ComponentChild {
    const { lines } = this.props.block;
    return h(
      'pre',
      { class: 'lines' },
      lines.map((line, index) => h('span', { key: index }, line)),
    );
  }
}
