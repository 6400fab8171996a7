/** 'a', 'a e b', 'a, b e c'. */
export function joinWords(parts: readonly string[], word: 'e' | 'ou'): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${word} ${last}`
}

/** '1 linha', '3 linhas'. */
export const withCount = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Quotes as Brazilian print has them: “texto”. */
export const inQuotes = (text: string): string => `“${text}”`
