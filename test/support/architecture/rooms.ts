import type { SourceModule } from './source-module.ts';

/** A group of folders, and what their files may import besides each other. */
export interface Room {
  /** Folders and files. A file belongs to the room that names the longest part of its path. */
  readonly contents: readonly string[];
  readonly rooms: readonly string[];
  /** Folders and files of further rooms. */
  readonly exceptions?: readonly string[];
  /** Folders and files of further rooms from which only types may be imported. */
  readonly typesOf?: readonly string[];
}

export type Rooms = Readonly<Record<string, Room>>;

/** Returns a sentence for every import between rooms that the table does not allow, and for every permission that no import needs. */
export function arrowProblems(modules: readonly SourceModule[], rooms: Rooms): readonly string[] {
  const used = new Set<string>();
  const forbidden = modules.flatMap(({ path: file, imports }) => {
    const from = roomOf(file, rooms);
    const room = rooms[from];
    if (room === undefined) return [`${file} is in no room`];
    return imports.flatMap(({ target, kind }) => {
      const to = roomOf(target, rooms);
      if (to === from || !/^(?:src|translators)\//.test(target)) return [];
      const places = [...(room.exceptions ?? []), ...(kind === 'type' ? (room.typesOf ?? []) : [])];
      const permission = room.rooms.includes(to) ? to : places.find((place) => isIn(target, place));
      used.add(`${from} may import ${permission}`);
      if (permission !== undefined) return [];
      return [`${file} (${from}) imports ${kind === 'type' ? 'types of ' : ''}${target} (${to})`];
    });
  });
  const permissions = Object.entries(rooms).flatMap(([name, room]) =>
    [...room.rooms, ...(room.exceptions ?? []), ...(room.typesOf ?? [])].map((to) => `${name} may import ${to}`),
  );
  return [
    ...forbidden,
    ...permissions.filter((permission) => !used.has(permission)).map((text) => `${text}, and does not`),
  ];
}

function roomOf(file: string, rooms: Rooms): string {
  const places = Object.entries(rooms).flatMap(([name, { contents }]) => contents.map((place) => ({ name, place })));
  const found = places.filter(({ place }) => isIn(file, place)).toSorted((a, b) => b.place.length - a.place.length);
  return found[0]?.name ?? 'none';
}

function isIn(file: string, place: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}
