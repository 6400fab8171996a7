/** Values are plain JSON: equal when they would be stored alike. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}
