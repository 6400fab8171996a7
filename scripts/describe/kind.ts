import type { KindName, ValueOptions } from '../../src/kinds/kind.ts'
import { kindByName } from '../../src/kinds/values.ts'
import { formatMessage } from '../../src/model/formatMessage.ts'
import type { Model } from '../../src/model/model.ts'
import { inQuotes, joinWords } from './phrase.ts'

/** The names of kinds for reviewers; one that is not here goes by its own name. */
const kindTitles: Readonly<Partial<Record<KindName, string>>> = {
  text: 'Texto',
  integer: 'Número inteiro',
  decimal: 'Número decimal',
  money: 'Valor em reais',
  percent: 'Percentual',
  boolean: 'Sim ou não',
  date: 'Data',
  dateTime: 'Data e hora',
  time: 'Hora',
  choice: 'Escolha',
  multiChoice: 'Várias escolhas',
  taxId: 'CPF ou CNPJ',
  weekdays: 'Dias da semana',
  reference: 'Referência',
  references: 'Várias referências',
  image: 'Imagem',
  file: 'Arquivo',
  members: 'Valores por nome',
}

/** Returns the name of a value's kind: 'Texto', 'CEP', 'Grupos' when it points to a group. */
export function describeKind(model: Model, field: ValueOptions): string {
  if (field.reference) return `Um registro de ${model.registers[field.reference.to]?.title ?? field.reference.to}`
  if (field.references) return `Vários registros de ${model.registers[field.references.to]?.title ?? field.references.to}`
  return field.refine?.title ?? kindTitles[field.kind] ?? field.kind
}

/** The limits of a value: 'de 1 a 20 caracteres', 'no mínimo R$ 0,00', 'uma de: Sim, Não'. */
export function describeLimits(model: Model, field: ValueOptions): readonly string[] {
  const format = (limit: number): string => kindByName(field.kind).format(limit, field)
  const refined = field.refine?.choices !== undefined
  return [
    range(field.minLength, field.maxLength, String, 'caracteres', isOwn(field, 'minLength', 'maxLength')),
    range(field.min, field.max, format, '', true),
    field.decimals === undefined || field.kind === 'money' ? undefined : places(field.decimals),
    field.kind === 'money' && field.decimals !== undefined && field.decimals !== 2 ? places(field.decimals) : undefined,
    patternOf(model, field),
    field.choices && !refined
      ? `uma de: ${joinWords(
          field.choices.map(choice => choice.title),
          'ou',
        )}`
      : undefined,
  ].filter(text => text !== undefined)
}

const places = (count: number): string => (count === 1 ? 'até 1 casa decimal' : `até ${count} casas decimais`)

/** Limits that the refinement brings are part of what it is, and go without saying. */
const isOwn = (field: ValueOptions, ...names: readonly ('minLength' | 'maxLength')[]): boolean =>
  names.some(name => field[name] !== undefined && field[name] !== field.refine?.[name])

function range(
  min: number | undefined,
  max: number | undefined,
  format: (limit: number) => string,
  unit: string,
  own: boolean,
): string | undefined {
  if (!own || (min === undefined && (max === undefined || max >= Number.MAX_SAFE_INTEGER))) return undefined
  const after = unit === '' ? '' : ` ${unit}`
  if (min === undefined || (unit !== '' && min <= 1 && max !== undefined)) return `até ${format(max ?? 0)}${after}`
  if (max === undefined || max >= Number.MAX_SAFE_INTEGER) return `no mínimo ${format(min)}${after}`
  return min === max ? `exatamente ${format(min)}${after}` : `de ${format(min)} a ${format(max)}${after}`
}

function patternOf(model: Model, field: ValueOptions): string | undefined {
  if (field.pattern === undefined || field.pattern === field.refine?.pattern) return undefined
  const code = field.messages?.pattern
  return code === undefined ? `no formato ${field.pattern}` : `formato próprio, senão ${inQuotes(formatMessage(model, code))}`
}
