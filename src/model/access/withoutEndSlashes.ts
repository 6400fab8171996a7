/** A text without the slashes at its end, however many: one by one, where an expression would look for them from each of those before. */
export function withoutEndSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
