/** Lower case without accents: 'Pão de Açúcar' -> 'pao de acucar'. What texts are compared and searched by. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The folded words of a text: letters and digits, everything else separates. */
export const foldedWords = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** A title inside of a sentence: 'NF-e recebidas' -> 'NF-e recebidas', 'Contas' -> 'contas'. Short forms keep their capitals. */
export const lowerCaseTitle = (title: string): string =>
  title.replace(/\S+/g, word => (/\p{Lu}.*\p{Lu}/u.test(word) ? word : word.toLowerCase()))

/** Characters as people count them, and as PostgreSQL and JSON Schema do: an emoji is one. */
export const characterCount = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}
