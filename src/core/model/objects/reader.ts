import { isJsonList, isJsonObject, type Json, type JsonObject } from '../json.ts';

/**
 * Reads a value of JSON that other programs wrote. A reader never throws: an absent value and one of another type give the same
 * result.
 */
export type Reader<T> = (value: Json | undefined) => T;

/** Reads a string. Returns `undefined` for an empty string too: Go writes a missing string as an empty one. */
export function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function number(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Reads a boolean. An absent one is false, as in Go. */
export function flag(value: Json | undefined): boolean {
  return value === true;
}

/** Reads a list whose items have any type. An absent list is empty. */
export function items(value: Json | undefined): readonly Json[] {
  return value !== undefined && isJsonList(value) ? value : [];
}

/** Reads a list of strings. An absent list is empty, and items of other types are left out. */
export function texts(value: Json | undefined): readonly string[] {
  return items(value).filter((item) => typeof item === 'string');
}

/** The strings of an object by their keys, such as labels. */
export interface TextMap {
  /** Returns `undefined` if the string is absent or empty. */
  readonly get: (key: string) => string | undefined;
  /** Returns all strings, also empty ones. */
  readonly all: () => Readonly<Record<string, string>>;
  /** The object as it was read. */
  readonly raw: JsonObject;
}

/** Reads an object whose keys are data, such as labels. */
export function textMap(value: Json | undefined): TextMap {
  const raw = json(value);
  return { get: (key) => text(raw[key]), all: () => Object.fromEntries(Object.entries(raw).filter(isTextEntry)), raw };
}

function isTextEntry(entry: readonly [string, Json]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

/** Reads an object without a shape. An absent object is empty. */
export function json(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Reads a list. An absent list is empty, and items that are not objects are left out. */
export function list<T>(reader: Reader<T>): Reader<readonly T[]> {
  return (value) =>
    items(value)
      .filter(isJsonObject)
      .map((item) => reader(item));
}

/** Reads an object that can be absent. */
export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value) => (isJsonObject(value) ? reader(value) : undefined);
}

type Shape = Readonly<Record<string, Reader<unknown>>>;

/** An object of a shape. Its fields are getters: name them instead of copying the object by `...`, which copies `raw` only. */
export type Fields<S extends Shape> = { readonly [Name in keyof S]: ReturnType<S[Name]> } & {
  /** The object as it was read. */
  readonly raw: JsonObject;
};

/**
 * Reads an object of a shape. An absent object has no fields. A field is read when it is used and not before, so that a list of
 * thousands of objects costs little.
 */
export function fields<S extends Shape>(shape: S): Reader<Fields<S>> {
  const prototype: object = Object.create(
    null,
    Object.fromEntries(Object.entries(shape).map(([name, reader]) => [name, getter(name, reader)])),
  );
  return (value) => {
    // `Object.create` has the type any: no type describes an object by the getters of its prototype.
    const object = Object.create(prototype);
    object.raw = json(value);
    return object;
  };
}

function getter(name: string, reader: Reader<unknown>): PropertyDescriptor & ThisType<{ readonly raw: JsonObject }> {
  return {
    get() {
      return reader(this.raw[name]);
    },
  };
}
