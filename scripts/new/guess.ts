import { fold } from '../../src/base/text.ts'
import type { Property } from '../../src/generated/definitions.ts'
import type { Refinement, Value } from '../../src/kinds/kind.ts'
import { valueOf } from '../../src/kinds/values.ts'
import { buildField } from '../../src/model/build/field.ts'

/** A column of the sample: its header and what its filled cells hold. */
export interface Sample {
  readonly header: string
  /** Filled cells, trimmed. */
  readonly values: readonly string[]
  /** Whether every row fills it. */
  readonly full: boolean
}

/** A kind that a column may be of: tried in order, and taken when every value is one of that kind. */
interface Guess {
  readonly property: Property
  /** What the texts or the header must look like, beyond being readable: a CPF and a phone may have the same digits. */
  fits(sample: Sample): boolean
}

const every = (sample: Sample, pattern: RegExp): boolean => sample.values.every(value => pattern.test(value))
const named = (sample: Sample, pattern: RegExp): boolean => pattern.test(fold(sample.header).replace(/[_.-]+/g, ' '))
const shaped = (pattern: RegExp) => (sample: Sample) => every(sample, pattern)

const digits = /^[\d.\-/\s()+]+$/
const decimalText = /^-?(R\$\s*)?-?[\d.]*\d(,\d+)?$|^-?(R\$\s*)?\d+\.\d+$/
const text = (format: string): Property => ({ type: 'string', format })

const guesses: readonly Guess[] = [
  { property: text('email'), fits: shaped(/@/) },
  { property: text('url'), fits: shaped(/^https?:\/\//i) },
  {
    property: text('cpf'),
    fits: sample =>
      every(sample, /^\d{3}\.\d{3}\.\d{3}-\d{2}$/) || (every(sample, /^\d{11}$/) && !named(sample, /fone|celular|whats/)),
  },
  { property: text('cnpj'), fits: shaped(/^[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2}$/i) },
  {
    property: text('taxId'),
    fits: sample => every(sample, /^[\dA-Z./-]{11,18}$/i) && !named(sample, /fone|celular|whats|ean|barras/),
  },
  {
    property: text('cep'),
    fits: sample => every(sample, /^\d{5}-\d{3}$/) || (named(sample, /\bcep\b/) && every(sample, digits)),
  },
  {
    property: text('phone'),
    fits: sample =>
      every(sample, /^\(?\+?\d.*\)?.*$/) && (every(sample, /\(\d\d\)/) || named(sample, /fone|celular|whats|\btel\b/)),
  },
  { property: text('ncm'), fits: sample => named(sample, /\bncm\b/) },
  { property: text('cest'), fits: sample => named(sample, /\bcest\b/) },
  { property: text('cfop'), fits: sample => named(sample, /\bcfop\b/) },
  {
    property: text('ean'),
    fits: sample => every(sample, /^\d{13}$|^\d{8}$/) && (sample.values.length > 2 || named(sample, /ean|barras|gtin/)),
  },
  { property: text('uf'), fits: sample => every(sample, /^[A-Z]{2}$/) },
  { property: text('color'), fits: shaped(/^#[0-9a-f]{6}$/i) },
  { property: text('dateTime'), fits: shaped(/^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}[T ]+\d{1,2}:\d\d/) },
  { property: text('date'), fits: shaped(/^\d{1,2}\/\d{1,2}\/\d{4}$|^\d{4}-\d\d-\d\d$/) },
  { property: text('time'), fits: shaped(/^\d{1,2}:\d\d$/) },
  { property: { type: 'boolean', default: false }, fits: isBoolean },
  {
    property: { type: 'number', format: 'percent' },
    fits: sample => isNumber(sample, true) && (every(sample, /%$/) || named(sample, /perc|aliq|margem|%/)),
  },
  {
    property: { type: 'number', format: 'money' },
    fits: sample => isNumber(sample) && (every(sample, /R\$/) || named(sample, money)),
  },
  {
    property: text('digits'),
    fits: sample => named(sample, /^(cod|codigo|cod .*|codigo .*)$/) && every(sample, /^[1-9]\d{0,17}$/),
  },
  { property: { type: 'integer' }, fits: shaped(/^(0|-?[1-9]\d{0,14})$/) },
  { property: { type: 'number', format: 'decimal' }, fits: sample => isNumber(sample) },
]

const money = /preco|valor|custo|salario|\btotal\b|limite|desconto|frete|taxa|\br\$/

const isNumber = (sample: Sample, percent = false): boolean =>
  // What starts with a zero is a code: 00123.
  sample.values.every(value => decimalText.test(percent ? value.replace(/\s*%$/, '') : value) && !/^0\d/.test(value))

const yesNo = /^(sim|nao|s|n|true|false|verdadeiro|falso|ativo|inativo)$/

function isBoolean({ values, header }: Sample): boolean {
  const found = new Set(values.map(fold))
  if ([...found].every(value => yesNo.test(value))) return true
  return [...found].every(value => value === '0' || value === '1') && found.size === 2 && !/qtd|quant/.test(fold(header))
}

/** Texts that repeat are a choice among them. */
const mostChoices = 8
const longestChoice = 30

function choicesOf({ values }: Sample): Property | undefined {
  const distinct = [...new Set(values)]
  const repeats = distinct.length >= 2 && distinct.length <= mostChoices && values.length >= distinct.length * 3
  if (!repeats || distinct.some(value => value.length > longestChoice || /^\d+$/.test(value))) return undefined
  return {
    type: 'string',
    oneOf: distinct.sort((a, b) => a.localeCompare(b, 'pt-BR')).map(value => ({ const: value, title: value })),
  }
}

const lengths = [10, 20, 40, 60, 100, 150, 255, 500, 1000, 2000, 5000]

/** Room beyond the longest value seen. */
function textOf({ values }: Sample): Property {
  const longest = Math.max(0, ...values.map(value => value.length))
  const maxLength = lengths.find(length => length >= longest * 1.25) ?? 10_000
  const isLong = longest > 200 || values.some(value => value.includes('\n'))
  return { type: 'string', ...(isLong ? { format: 'lines' } : {}), maxLength }
}

const mostPlaces = 10

/** Decimal places seen, when they are more than the kind's own. */
function withPlaces(property: Property, { values }: Sample): Property {
  if (property.type !== 'number') return property
  const places = Math.max(0, ...values.map(value => /[,.](\d+)\s*%?$/.exec(value)?.[1]?.length ?? 0))
  // A point before three digits alone, in every number that has one, marks thousands.
  const pointed = values.filter(value => value.includes('.'))
  const grouped =
    pointed.length > 0 && values.every(value => !value.includes(',')) && pointed.every(value => /\.\d{3}$/.test(value))
  const wanted = grouped ? 2 : Math.min(mostPlaces, Math.max(2, places))
  return property.format === 'decimal' || wanted > 2 ? { ...property, decimals: wanted } : property
}

export type Refinements = Readonly<Record<string, Refinement>>

/** What a value of the property is, as it is stored; undefined when the text is none. */
export function readAs(property: Property, refinements: Refinements, cell: string): Value | undefined {
  const field = buildField('coluna', property, false, false, { refinements, textKey: () => false })
  const kind = valueOf(field.kind)
  const read = kind.parse(cell, field)
  if (!read.ok) return undefined
  if (read.value === null) return null
  return kind.check(read.value, field) === undefined ? read.value : undefined
}

/** The property that holds every value of a column. */
export function guessProperty(sample: Sample, refinements: Refinements): Property {
  if (sample.values.length === 0) return { type: 'string', maxLength: 255 }
  const holds = (property: Property): boolean => sample.values.every(value => readAs(property, refinements, value) !== undefined)
  for (const guess of guesses) {
    if (!guess.fits(sample)) continue
    const property = withPlaces(guess.property, sample)
    if (holds(property)) return property
  }
  return choicesOf(sample) ?? textOf(sample)
}
