/** Returns the fields that are not `undefined`, in their order. */
export function defined<T extends object>(fields: T): { readonly [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const kept: { [Name in keyof T]?: Exclude<T[Name], undefined> } = {};
  for (const name in fields) {
    const value = fields[name];
    if (isDefined(value)) kept[name] = value;
  }
  return kept;
}

function isDefined<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined;
}
