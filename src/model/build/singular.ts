const endings: readonly (readonly [RegExp, string])[] = [
  [/(ões|ães)$/, 'ão'],
  [/éis$/, 'el'],
  [/ais$/, 'al'],
  [/óis$/, 'ol'],
  [/is$/, 'il'],
  [/ns$/, 'm'],
  [/([rz])es$/, '$1'],
  [/s$/, ''],
]

/** The singular of a Portuguese plural title in lower case, when a definition gives none: 'Impressões' is 'impressão'. */
export function singularOf(title: string): string {
  const words = title.toLowerCase().split(' ')
  // 'tabelas de preço', 'parceiros e clientes': only the words before the first particle are in the plural.
  const particle = words.findIndex(word => /^(d[aeo]s?|em|por|para|com)$/.test(word))
  return words.map((word, i) => (particle === -1 || i < particle ? singularWord(word) : word)).join(' ')
}

function singularWord(word: string): string {
  if (word.length < 4) return word
  const ending = endings.find(([pattern]) => pattern.test(word))
  return ending ? word.replace(ending[0], ending[1]) : word
}
