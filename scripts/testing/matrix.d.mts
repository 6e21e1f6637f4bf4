export type System = 'tekton' | 'kubernetes' | 'lifecycle';

/** Returns the versions of a system, oldest first. */
export function versionsOf(system: System): readonly string[];

/** Returns the files of the tests that run on a version, by subject. */
export function subjectsOn(system: System, version: string): Readonly<Record<string, readonly string[]>>;
