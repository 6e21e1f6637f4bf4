/** Returns the result of a check as `{ value }`, or the message of its error as `{ reason }`. */
export async function attempt(check) {
  try {
    return { value: await check() };
  } catch (error) {
    return { reason: error.message };
  }
}
