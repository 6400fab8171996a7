import { characterCount, foldedWords, foldText } from '../../../base/text.ts'

/** Texts shorter than this are not searched. */
const SHORTEST_SEARCH = 3

/** A word, number or unit that was typed: one of its forms has to be there, each of them words that all have to be. */
export interface SoughtWord {
  readonly forms: readonly string[]
  /** Told apart rows that others find: so many rows have it that no index is asked for it. */
  readonly common: boolean
}

/** Words that most names have. */
const commonWords = new Set('com sem por para dos das uma nos nas pelo pela que sob sobre'.split(' '))

const units: Readonly<Record<string, string>> = {
  ...Object.fromEntries('l ml g kg mg un cx pct fd dz cm mm m lata'.split(' ').map(unit => [unit, unit])),
  ...{ lt: 'l', lts: 'l', litro: 'l', litros: 'l', gr: 'g', grs: 'g', grama: 'g', gramas: 'g' },
  ...{ quilo: 'kg', quilos: 'kg', kilo: 'kg', kilos: 'kg', unidade: 'un', unidades: 'un' },
}

/** Numbers as papers print them: with dots, strokes, brackets or blanks between their digits; keys in groups of four. None goes on without end. */
const printed =
  /(?<![\p{L}\p{N}])(?:\d{4}(?: [\da-z]{4}){2,10}(?: [\da-z]{1,3})?|[\da-z]{2}\.[\da-z]{3}\.[\da-z]{3}\/[\da-z]{4}(?:-\d{0,2})?|\+?[\d(](?:[\d()./\- ]{0,80}\d)?)(?![\p{L}\p{N}])/gu

/** Fewer digits are no number with a mask: `1.5` is no 15. */
const SHORTEST_NUMBER = 5

/** Returns the stored forms of a printed number: its digits and letters alone, without the country of a phone or the zeros that fill a form. */
function storedForms(text: string): readonly string[] {
  const whole = text.replace(/[^\da-z]/g, '')
  if (whole.length < SHORTEST_NUMBER || !/[^\da-z]|^0/.test(text)) return []
  const phone = /^55\d{10,11}$/.test(whole) ? [whole.slice(2)] : []
  const plain = /^0\d+$/.test(whole) ? [whole.replace(/^0+(?=\d)/, '')] : []
  return [whole, ...phone, ...plain]
}

/** Tells whether a text is a number as papers print it, or its digits alone. */
export const isPrintedNumber = (text: string): boolean => {
  const folded = foldText(text).trim()
  return folded !== '' && folded.replace(printed, '') === ''
}

/** The printed numbers of a text, and what is left of it. */
function takePrinted(text: string): { readonly numbers: readonly SoughtWord[]; readonly rest: string } {
  const numbers: SoughtWord[] = []
  const rest = text.replace(printed, run => {
    const forms = storedForms(run.trim())
    if (forms.length === 0) return run
    numbers.push({ forms: [...forms, ...(/[^\da-z]/.test(run) ? [foldedWords(run).join(' ')] : [])], common: false })
    return ' '
  })
  return { numbers, rest }
}

const numerals = 'zero um dois tres quatro cinco seis sete oito nove dez'.split(' ')

/** A small number in digits and in words: '4 queijos' is 'quatro queijos'. */
function written(word: string): readonly string[] {
  const numeral = word === 'duas' ? 2 : numerals.indexOf(word)
  const said = /^\d{1,2}$/.test(word) ? numerals[Number(word)] : undefined
  if (said !== undefined) return [word, said, ...(word === '2' ? ['duas'] : [])]
  return numeral > 0 ? [word, String(numeral)] : [word]
}

const numberWithUnit = /^(\d+)([a-z]{1,8})$/

/** The forms of a number with its unit, written together or apart: '500 ml' and '500ml', '2 litros' and '2l'. */
function measured(number: string, typed: string): SoughtWord {
  const unit = units[typed] ?? typed
  const forms = [...new Set([`${number}${typed}`, `${number} ${typed}`, `${number}${unit}`, `${number} ${unit}`])]
  return { forms, common: number.length < SHORTEST_SEARCH }
}

/**
 * Returns the words that a text seeks; nothing where it is too short. Every word counts, short and common ones, too; a number is sought as it is
 * printed and as it is stored.
 */
export function soughtWords(search: string): readonly SoughtWord[] {
  const text = foldText(search).trim()
  if (characterCount(text) < SHORTEST_SEARCH) return []
  const { numbers, rest } = takePrinted(text)
  const words = foldedWords(rest)
  const sought: SoughtWord[] = [...numbers]
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const next = words[at + 1]
    const [, number, unit] = numberWithUnit.exec(word) ?? []
    if (number !== undefined && unit !== undefined && unit in units) sought.push(measured(number, unit))
    else if (/^\d+$/.test(word) && next !== undefined && next in units) {
      sought.push(measured(word, next))
      at++
    } else sought.push({ forms: written(word), common: word.length < SHORTEST_SEARCH || commonWords.has(word) })
  }
  return sought
}
