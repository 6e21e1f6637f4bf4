import { CREATOR_PHASES, type PhaseName } from '../../core/model/phase-name.ts';
import { HEADING_MARK, plainLine } from './log-text.ts';

/** The headings of the lifecycle's creator, in the order of its phases (lifecycle, cmd/lifecycle/creator.go). */
const HEADINGS = ['ANALYZING', 'DETECTING', 'RESTORING', 'BUILDING', 'EXPORTING'];

/**
 * Returns a function that reads the creator's log line by line, and returns the phase that a line begins. A buildpack can print such a
 * line too. A phase therefore begins only once, and never after a later phase.
 */
export function creatorHeadings(): (line: string) => PhaseName | undefined {
  let last = -1;
  return (line) => {
    if (!line.includes(HEADING_MARK)) return undefined;
    const place = HEADINGS.findIndex((heading) => plainLine(line) === `${HEADING_MARK} ${heading}`);
    if (place <= last) return undefined;
    last = place;
    return CREATOR_PHASES[place];
  };
}
