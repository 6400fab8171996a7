/** The first letters of the first two words that have some: 'Pizza de Mussarela' is PM, 'X-Bacon' XB. Short words that join others say nothing. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter(word => !/^(d[aeo]s?|e|com|sem|ao?s?|em|no|na|à)$/iu.test(word))
  return (telling.length > 0 ? telling : words)
    .slice(0, 2)
    .map(word => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
