import { foldText } from '../../src/base/text.ts'
import type { Property } from '../../src/generated/definitions.ts'
import type { Refinement, Value } from '../../src/kinds/kind.ts'
import { kindByName } from '../../src/kinds/values.ts'
import { buildField } from '../../src/model/build/field.ts'

/** A column of the sample: its header and what its filled cells hold. */
export interface ColumnSample {
  readonly header: string
  /** Filled cells, trimmed. */
  readonly values: readonly string[]
  /** Whether every row fills it. */
  readonly full: boolean
}

/** A kind that a column may be of: tried in order, and taken when every value is one of that kind. */
interface Guess {
  readonly property: Property
  /** Tells whether the texts or the header fit, beyond being readable: a CPF and a phone may have the same digits. */
  fits(sample: ColumnSample): boolean
  /** Headers that say so by themselves: what a column without values is taken for. */
  readonly header?: RegExp
}

/** The guess for a column, and why: in words, for the person who reads it through. */
export interface ColumnGuess {
  readonly property: Property
  readonly why: string
}

const every = (sample: ColumnSample, pattern: RegExp): boolean => sample.values.every(value => pattern.test(value))
const named = (sample: ColumnSample, pattern: RegExp): boolean => pattern.test(foldText(sample.header).replace(/[_.-]+/g, ' '))
const shaped = (pattern: RegExp) => (sample: ColumnSample) => every(sample, pattern)

const digits = /^[\d.\-/\s()+]+$/
const decimalText = /^-?(R\$\s*)?-?[\d.]*\d(,\d+)?$|^-?(R\$\s*)?\d+\.\d+$/
const text = (format: string): Property => ({ type: 'string', format })

const money = /preco|valor|custo|salario|\btotal\b|limite|desconto|frete|taxa|\br\$/

const guesses: readonly Guess[] = [
  { property: text('email'), fits: shaped(/@/), header: /\be ?mail\b/ },
  { property: text('url'), fits: shaped(/^https?:\/\//i), header: /^(url|link|site)\b/ },
  {
    property: text('cpf'),
    fits: sample =>
      every(sample, /^\d{3}\.\d{3}\.\d{3}-\d{2}$|^\d{11}$/) &&
      (sample.values.some(value => value.includes('-')) || !named(sample, /fone|celular|whats/)),
    header: /^(?!.*cnpj).*\bcpf\b/,
  },
  {
    property: text('cnpj'),
    fits: shaped(/^[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2}$/i),
    header: /^(?!.*cpf).*\bcnpj\b/,
  },
  {
    property: text('taxId'),
    header: /cpf.*cnpj|cnpj.*cpf/,
    fits: sample => every(sample, /^[\dA-Z./-]{11,18}$/i) && !named(sample, /fone|celular|whats|ean|barras/),
  },
  {
    property: text('cep'),
    header: /\b(cep)\b/,
    fits: sample => every(sample, /^\d{5}-\d{3}$/) || (named(sample, /\bcep\b/) && every(sample, digits)),
  },
  {
    property: text('phone'),
    header: /\b((tele)?fone|celular|whats(app)?|tel)\b/,
    fits: sample =>
      every(sample, /^\(?\+?\d.*\)?.*$/) && (every(sample, /\(\d\d\)/) || named(sample, /fone|celular|whats|\btel\b/)),
  },
  { property: text('ncm'), header: /\b(ncm)\b/, fits: sample => named(sample, /\bncm\b/) },
  { property: text('cest'), header: /\b(cest)\b/, fits: sample => named(sample, /\bcest\b/) },
  { property: text('cfop'), header: /\b(cfop)\b/, fits: sample => named(sample, /\bcfop\b/) },
  {
    property: text('ean'),
    header: /\b(ean|gtin|cod(igo)? de barras)\b/,
    fits: sample => every(sample, /^\d{13}$|^\d{8}$/) && (sample.values.length > 2 || named(sample, /ean|barras|gtin/)),
  },
  { property: text('uf'), header: /\b(uf)\b/, fits: sample => every(sample, /^[A-Z]{2}$/) },
  { property: text('color'), fits: shaped(/^#[0-9a-f]{6}$/i) },
  { property: text('dateTime'), fits: shaped(/^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}[T ]+\d{1,2}:\d\d/) },
  {
    property: text('date'),
    header: /^(data|dt|nascimento|vencimento|emissao|validade)\b/,
    fits: shaped(/^\d{1,2}\/\d{1,2}\/\d{4}$|^\d{4}-\d\d-\d\d$/),
  },
  { property: text('time'), header: /^(hora|horario)\b/, fits: shaped(/^\d{1,2}:\d\d$/) },
  { property: { type: 'boolean', default: false }, header: /^(ativ[oa]|inativ[oa])$/, fits: isBoolean },
  {
    property: { type: 'number', format: 'percent' },
    header: /percent|aliq|margem|%/,
    fits: sample => isNumber(sample, true) && (every(sample, /%$/) || named(sample, /perc|aliq|margem|%/)),
  },
  {
    property: { type: 'number', format: 'money' },
    header: money,
    fits: sample => isNumber(sample) && (every(sample, /R\$/) || named(sample, money)),
  },
  {
    property: text('digits'),
    fits: sample => named(sample, /^(cod|codigo|cod .*|codigo .*)$/) && every(sample, /^[1-9]\d{0,17}$/),
  },
  { property: { type: 'integer' }, fits: shaped(/^(0|-?[1-9]\d{0,14})$/) },
  { property: { type: 'number', format: 'decimal' }, fits: sample => isNumber(sample) },
]

const isNumber = (sample: ColumnSample, percent = false): boolean =>
  // A text that starts with a zero is a code: 00123.
  sample.values.every(value => decimalText.test(percent ? value.replace(/\s*%$/, '') : value) && !/^0\d/.test(value))

const yesNo = /^(sim|nao|s|n|true|false|verdadeiro|falso|ativo|inativo)$/

function isBoolean({ values, header }: ColumnSample): boolean {
  const found = new Set(values.map(foldText))
  if ([...found].every(value => yesNo.test(value))) return true
  return [...found].every(value => value === '0' || value === '1') && found.size === 2 && !/qtd|quant/.test(foldText(header))
}

/** Texts that repeat are a choice among them. */
const mostChoices = 8
const longestChoice = 30

function choicesOf({ values }: ColumnSample): Property | undefined {
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
function textOf({ values }: ColumnSample): Property {
  const longest = Math.max(0, ...values.map(value => value.length))
  const maxLength = lengths.find(length => length >= longest * 1.25) ?? 10_000
  const isLong = longest > 200 || values.some(value => value.includes('\n'))
  return { type: 'string', ...(isLong ? { format: 'lines' } : {}), maxLength }
}

const mostPlaces = 10

/** Decimal places seen, when they are more than the kind's own. */
function withPlaces(property: Property, { values }: ColumnSample): Property {
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

/** Returns a value of the property, as it is stored; undefined when the text is none. */
export function readAs(property: Property, refinements: Refinements, cell: string): Value | undefined {
  const field = buildField('coluna', property, false, false, { refinements, textKey: () => false, ownChoices: () => [] })
  const kind = kindByName(field.kind)
  const read = kind.parse(cell, field)
  if (!read.ok) return undefined
  if (read.value === null) return null
  return kind.check(read.value, field) === undefined ? read.value : undefined
}

/** Guesses a column by its values and its header; without values by its header alone. */
export function guess(sample: ColumnSample, refinements: Refinements): ColumnGuess {
  if (sample.values.length === 0) return guessByHeader(sample)
  const refused: string[] = []
  for (const each of guesses) {
    if (!each.fits(sample)) continue
    const property = withPlaces(each.property, sample)
    const bad = sample.values.find(value => readAs(property, refinements, value) === undefined)
    if (bad === undefined) return { property, why: whyOf(sample, each) }
    refused.push(`"${shortened(bad)}" is no ${property.format ?? property.type}`)
  }
  const choice = choicesOf(sample)
  if (choice) return { property: choice, why: `${choice.oneOf?.length} values that repeat: ${examples(sample)}` }
  return { property: textOf(sample), why: [...refused, `text such as ${examples(sample)}`].join('; ') }
}

function guessByHeader(sample: ColumnSample): ColumnGuess {
  const found = guesses.find(({ header }) => header && named(sample, header))
  if (found) return { property: found.property, why: 'its header alone: the column is empty' }
  return { property: { type: 'string', maxLength: 255 }, why: 'the column is empty' }
}

/** Tells whether the header was needed, and a few of the values. */
function whyOf(sample: ColumnSample, { fits }: Guess): string {
  const alone = fits({ ...sample, header: '' })
  return `${alone ? 'values' : `header "${sample.header}" and values`} such as ${examples(sample)}`
}

const shown = 2

const shortened = (value: string): string => (value.length > 24 ? `${value.slice(0, 23)}…` : value)

const examples = ({ values }: ColumnSample): string => [...new Set(values)].slice(0, shown).map(shortened).join(', ')

/** The property that holds every value of a column. */
export const guessProperty = (sample: ColumnSample, refinements: Refinements): Property => guess(sample, refinements).property
