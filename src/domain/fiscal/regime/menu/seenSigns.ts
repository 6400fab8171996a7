import { gtinOf } from '../../core/public.ts'
import type { MenuProduct, SeenSign, Sign } from './menuProduct.ts'

/** Letters that a plural adds at most: bebida and bebidas, licor and licores. */
const PLURAL = 2

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map(word => word.replace(/oes$/, 'ao'))

const hasWord = (words: readonly string[], wanted: string): boolean =>
  words.some(word => word.startsWith(wanted) && word.length - wanted.length <= PLURAL)

/** Words of a product's name and of its group's, taken apart once for all signs. */
interface ProductWords {
  readonly nome: readonly string[]
  readonly grupo: readonly string[]
}

/** Returns the signs that a product shows, the strongest first; of an NCM the longest beginning alone. */
export function seenSigns(product: MenuProduct, signs: readonly Sign[]): SeenSign[] {
  const words = { nome: wordsOf(product.nome), grupo: wordsOf(product.grupo ?? '') }
  const seen = signs.flatMap(sign => {
    const achado = whereSeen(product, words, sign)
    return achado === undefined ? [] : [{ ...sign, achado }]
  })
  const nearest = Math.max(0, ...seen.filter(({ sinal }) => sinal === 'NCM').map(({ valor }) => valor.length))
  return seen
    .filter(({ sinal, valor }) => sinal !== 'NCM' || valor.length === nearest)
    .toSorted((a, b) => b.forca - a.forca || (a.sinal < b.sinal ? -1 : 1))
}

function whereSeen(product: MenuProduct, words: ProductWords, { sinal, valor }: Sign): string | undefined {
  switch (sinal) {
    case 'ALCOOLICO':
      return product.alcoolico ? '' : undefined
    case 'RECEITA':
      return product.ingredientes > 1 ? '' : undefined
    case 'INGREDIENTE_UNICO':
      return product.ingredientes === 1 ? '' : undefined
    case 'GTIN':
      return product.codigos.find(code => code.length > 8 && gtinOf(code) !== undefined)
    case 'NCM':
      return product.ncm?.startsWith(valor) ? product.ncm : undefined
    case 'GRUPO':
      return hasWord(words.grupo, valor) ? (product.grupo ?? undefined) : undefined
    case 'NOME':
      return hasWord(words.nome, valor) ? valor : undefined
  }
}
