/** The name that is being typed after an @, and where the sign stands. */
export interface TypedMention {
  readonly at: number
  readonly text: string
}

/** Finds the mention that is being typed before the cursor: an @ at the beginning of a word, and what follows it. */
export function typedMention(text: string, cursor: number): TypedMention | undefined {
  const before = text.slice(0, cursor)
  const match = /(?:^|[\s(])@([\p{L}\p{N}._-]{0,40})$/u.exec(before)
  return match ? { at: before.length - (match[1]?.length ?? 0) - 1, text: match[1] ?? '' } : undefined
}

/** The text with a name in place of what was typed of it, and where the cursor stands then. */
export function putMention(text: string, { at, text: typed }: TypedMention, name: string): { text: string; cursor: number } {
  const written = `@${name} `
  return { text: `${text.slice(0, at)}${written}${text.slice(at + 1 + typed.length)}`, cursor: at + written.length }
}

/** Those who are still named in a text. */
export const stillNamed = <P extends { readonly nome: string }>(text: string, people: readonly P[]): readonly P[] =>
  people.filter(({ nome }) => text.includes(`@${nome}`))
