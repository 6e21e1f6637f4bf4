/** Returns a value that is equal to the given one, and the same for all equal values that were shared recently. */
export type ShareValue<T> = (value: T) => T;

/**
 * The most values that are remembered. Few are enough: a list is ordered by namespace and name, so equal values are
 * near each other.
 */
const MAX_VALUES = 1_000;

/** Longer values are not shared, because a tenant can make large values that no other object has. */
const MAX_VALUE_LENGTH = 2_048;

/**
 * Creates a function that replaces equal JSON values by one object, so that a cache of many objects holds each of them once. Do not
 * modify shared values.
 */
export function valueSharing<T extends object>(): ShareValue<T> {
  const values = new Map<string, T>();
  return (value) => {
    const json = JSON.stringify(value);
    if (json.length > MAX_VALUE_LENGTH) return value;
    const shared = values.get(json) ?? value;
    // The map is in the order of use, so its first value is the one that was used longest ago.
    values.delete(json);
    values.set(json, shared);
    const [oldest] = values.size > MAX_VALUES ? values.keys() : [];
    if (oldest !== undefined) values.delete(oldest);
    return shared;
  };
}
