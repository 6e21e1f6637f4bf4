import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../command.ts';
import { makeWorkspace, type Workspace } from '../workspace.ts';
import { isShown } from './expected-output.ts';
import { shellBlocks, type ShellBlock, type ShellCommand } from './shell-blocks.ts';
import { startShell, type CommandResult, type ShellSession } from './shell-session.ts';
import { typedIn } from './terminal.ts';

/** The reader of a page, in whose shell the page's commands run. */
export interface Reader {
  /** The text of the page → the reader's value, for example the page's registry → the registry of the test bed. */
  readonly values: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** Shell commands before the first command of the page, such as an alias. */
  readonly prelude: string;
}

export interface PageSetting {
  readonly reader: () => Reader;
  /** Prepares the commands below a heading, for example writes the reader's files. */
  readonly before?: Readonly<Record<string, (directory: Workspace) => void | Promise<void>>>;
  /** Checks after a command that has printed what the page shows: the start of the command → the check. */
  readonly after?: Readonly<Record<string, () => Promise<void>>>;
  /** Work before the reader presses Ctrl-C in a command: the start of the command → the work, with the output. */
  readonly beforeCtrlC?: Readonly<Record<string, (output: string) => Promise<void>>>;
  /** Exit codes other than 0: the start of a command → its exit code. */
  readonly exits?: Readonly<Record<string, number>>;
  /** Parts of the output that differ from run to run. */
  readonly varies?: readonly RegExp[];
  /** The headings whose commands another test runs. */
  readonly except?: readonly string[];
}

/** Defines a test for each command of a page: it runs in one shell after the commands above, and prints what the page shows. */
export function describePage(page: string, setting: PageSetting): void {
  const plan = planOf(page, setting);
  declare(plan, {
    hooks: () => {
      before(plan.open);
      after(plan.close);
    },
    sectionHooks: ({ prepare }) => before(prepare),
    run: ({ run }) => run(),
  });
}

/** A page with its setting. */
export type PageCase = readonly [page: string, setting: PageSetting];

/** Defines the same tests for several pages. The pages of a lane run one after the other, and the lanes run side by side. */
export function describePagesSideBySide(lanes: readonly (readonly PageCase[])[]): void {
  const plans = lanes.map((lane) => lane.map(([page, setting]) => planOf(page, setting)));
  const running = new Map<Step, Promise<void>>();
  before(() => {
    for (const lane of plans) startLane(lane, running);
  });
  after(() => Promise.allSettled(running.values()));
  for (const plan of plans.flat()) declare(plan, { run: (step) => running.get(step) });
}

/** A command of a page. */
interface Step {
  readonly title: string;
  readonly run: () => Promise<void>;
}

interface Section {
  readonly heading: string;
  /** Prepares the commands below the heading. */
  readonly prepare: () => Promise<void>;
  readonly steps: readonly Step[];
}

interface Plan {
  readonly page: string;
  /** Fails if the page lacks a heading or command that the setting names. */
  readonly check: () => void;
  /** Starts the reader's shell. */
  readonly open: () => void;
  readonly close: () => void;
  readonly sections: readonly Section[];
}

function planOf(page: string, setting: PageSetting): Plan {
  const { except = [] } = setting;
  const all = shellBlocks(readFileSync(path.join(ROOT, page), 'utf8')).filter(({ notRun }) => notRun === undefined);
  const blocks = all.filter(({ heading }) => !except.includes(heading));
  const workspaces = { reader: makeWorkspace(), session: makeWorkspace() };
  let shell: ShellSession | undefined;
  const sections = byHeading(blocks).map(([heading, blocksBelow]): Section => ({
    heading,
    prepare: async () => {
      await setting.before?.[heading]?.(workspaces.reader);
      for (const { name, content } of blocksBelow.flatMap(({ files }) => files))
        workspaces.reader.write({ [name]: replaced(content, setting.reader().values) });
    },
    steps: allCommands(blocksBelow).map((command) => ({
      title: `line ${command.line}: ${command.text.split('\n')[0]}`,
      run: async () => {
        await runsAsShown(command, setting, shell);
        await ofCommand(setting.after, command)?.();
      },
    })),
  }));
  return {
    page,
    check: () => {
      const headings = all.map(({ heading }) => heading);
      expect(headings).to.include.members([...Object.keys(setting.before ?? {}), ...except]);
      expectStarts(setting, allCommands(blocks));
    },
    open: () => {
      const { env, prelude } = setting.reader();
      shell = startShell({ directory: workspaces.reader.path, scratch: workspaces.session.path, env, prelude });
    },
    close: () => {
      shell?.end();
      for (const workspace of Object.values(workspaces)) workspace.remove();
    },
    sections,
  };
}

/** Fails if no command has a start that the setting names. */
function expectStarts({ exits, after: checks, beforeCtrlC }: PageSetting, commands: readonly ShellCommand[]): void {
  const starts = Object.keys({ ...exits, ...checks, ...beforeCtrlC });
  const unused = starts.filter((start) => !commands.some(({ text }) => text.startsWith(start)));
  expect(unused).to.deep.equal([]);
}

interface Declaration {
  readonly hooks?: () => void;
  readonly sectionHooks?: (section: Section) => void;
  readonly run: (step: Step) => Promise<void> | undefined;
}

function declare({ page, check, sections }: Plan, { hooks, sectionHooks, run }: Declaration): void {
  describe(page, function () {
    this.timeout(120_000);
    hooks?.();

    it('has the headings and commands of this test', check);

    for (const section of sections) {
      describe(section.heading, () => {
        sectionHooks?.(section);
        for (const step of section.steps) it(step.title, () => run(step));
      });
    }
  });
}

/** Runs the pages of a lane. A failed command does not end the lane, as a failed test does not end the tests after it. */
function startLane(plans: readonly Plan[], running: Map<Step, Promise<void>>): void {
  let before: Promise<unknown> = Promise.resolve();
  for (const { open, close, sections } of plans) {
    before = before.then(open);
    for (const { prepare, steps } of sections) {
      const prepared = before.then(prepare);
      before = prepared.catch(() => undefined);
      for (const step of steps) {
        const run = Promise.all([prepared, before]).then(step.run);
        // The test of this command reports the failure.
        before = run.catch(() => undefined);
        running.set(step, run);
      }
    }
    before = before.then(close);
  }
}

const MAX_PRINTED = 4000;

async function runsAsShown(
  command: ShellCommand,
  { reader, exits, varies = [], beforeCtrlC }: PageSetting,
  shell: ShellSession | undefined,
): Promise<void> {
  const { values } = reader();
  const text = replaced(command.text, values);
  const shown = replaced(command.output.join('\n'), values);
  const { status, output } = await resultOf({ text, shown }, ofCommand(beforeCtrlC, command), shell);
  expect(status, output).to.equal(ofCommand(exits, command) ?? 0);
  if (shown === '') return;
  const plain = (lines: string): string => varies.reduce((all, each) => all.replaceAll(each, '*'), lines);
  const wanted = plain(shown);
  const printed = plain(output);
  if (!isShown(wanted.split('\n'), printed))
    expect.fail(`the page shows\n${wanted}\nand the command prints\n${printed.slice(0, MAX_PRINTED)}`);
}

/** Runs a command, on a terminal if the page shows what the reader types. */
async function resultOf(
  { text, shown }: { readonly text: string; readonly shown: string },
  beforeCtrlC: ((output: string) => Promise<void>) | undefined,
  shell: ShellSession | undefined,
): Promise<CommandResult> {
  if (shell === undefined) throw new Error('the shell has not started');
  const typed = typedIn(shown.split('\n'));
  return typed.length === 0
    ? shell.run(text)
    : shell.runOnTerminal(text, typed, beforeCtrlC ?? (async () => undefined));
}

/** Returns the value for the start of a command. */
function ofCommand<Value>(
  values: Readonly<Record<string, Value>> | undefined,
  { text }: ShellCommand,
): Value | undefined {
  return Object.entries(values ?? {}).find(([start]) => text.startsWith(start))?.[1];
}

function replaced(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((all, [from, to]) => all.replaceAll(from, to), text);
}

function allCommands(blocks: readonly ShellBlock[]): readonly ShellCommand[] {
  return blocks.flatMap(({ commands }) => commands);
}

function byHeading(blocks: readonly ShellBlock[]): readonly (readonly [string, readonly ShellBlock[]])[] {
  const headings = [...new Set(blocks.map(({ heading }) => heading))];
  return headings.map((heading) => [heading, blocks.filter((block) => block.heading === heading)]);
}
