/** Whether a number fits a header field of that size: octal digits and a NUL. */
export function fitsOctal(value: number, size: number): boolean {
  return value >= 0 && value < 8 ** (size - 1);
}

/** A number as a header field. What does not fit is zero there and in a PAX record, as Go writes it. */
export function octal(value: number, size: number): string {
  return `${(fitsOctal(value, size) ? value : 0).toString(8).padStart(size - 1, '0')}\0`;
}
