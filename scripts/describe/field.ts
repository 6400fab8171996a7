import type { ReferenceTarget, Value } from '../../src/kinds/kind.ts'
import { narrowingsOf } from '../../src/kinds/reference/narrowing.ts'
import { kindByName } from '../../src/kinds/values.ts'
import { type RecordFigure, targetOf } from '../../src/model/field.ts'
import { formatMessage } from '../../src/model/formatMessage.ts'
import type { Field, Lookup, Model, Register } from '../../src/model/model.ts'
import { takesInitial, takesTitle } from '../../src/model/own/settable.ts'
import { asSentence, describeCondition, describeValue } from './expression.ts'
import type { ExpressionNames } from './expressionNames.ts'
import { describeKind, describeLimits } from './kind.ts'
import { capitalized, inQuotes, joinWords } from './phrase.ts'

/** A field of a record, in words. */
export interface FieldDescription {
  readonly name: string
  readonly title: string
  readonly help?: string
  readonly kind: string
  readonly limits: readonly string[]
  /** 'Sim', 'Quando …', empty when it is not. */
  readonly required: string
  /** Sentences: where its value comes from, when it shows, what it fills. */
  readonly notes: readonly string[]
}

export function describeField(names: ExpressionNames, field: Field): FieldDescription {
  const { model, register } = names
  return {
    name: field.name,
    title: field.title,
    ...(field.help === undefined ? {} : { help: field.help }),
    kind: describeKind(model, field),
    limits: describeLimits(model, field),
    required: requirement(names, field),
    notes: [
      ...origin(names, field),
      ...conditions(names, field),
      ...waysText(names, field),
      ...[targetOf(field) ?? []].flat().flatMap(target => reference(names, target)),
      ...[...(field.lookup ? [field.lookup] : []), ...(field.lookups ?? [])].flatMap(each => lookup(names, each)),
      ...habits(field),
      ...(register ? ofStores(register, field) : []),
    ],
  }
}

/** Tells of the words of the field that a store may have of its own, which stand above those here. */
function ofStores(register: Register, field: Field): string[] {
  const own = [...(takesTitle(register, field) ? ['o nome'] : []), ...(takesInitial(register, field) ? ['o valor inicial'] : [])]
  return own.length === 0
    ? []
    : [`Cada loja pode dar ${own.join(' e ')} (Nomes e valores iniciais); o que ela dá vale acima do que está aqui.`]
}

function requirement(names: ExpressionNames, field: Field): string {
  if (field.required) return 'Sim'
  return field.requiredWhen === undefined ? '' : `Quando ${describeCondition(field.requiredWhen, names)}`
}

/** A figure as people read it: Quantos “Reservas” apontam para o registro em “Cliente”, onde … */
function rollupText(model: Model, { register, by, where, sum, last }: RecordFigure): string {
  const rows = model.registers[register]
  const title = (name: string): string => inQuotes(rows?.fields.find(field => field.name === name)?.title ?? name)
  const what = sum !== undefined ? `Soma de ${title(sum)}` : last !== undefined ? `Maior valor de ${title(last)}` : 'Contagem'
  const narrowed = where === undefined ? '' : `, só ${describeWhere(model, register, where)}`
  return `${what} dos registros de ${inQuotes(rows?.title ?? register)} que apontam para este em ${title(by)}${narrowed}; atualizado na mesma gravação.`
}

/** A pattern as people read it: RES-{ano}-0001. */
const numberingText = (pattern: string): string =>
  pattern
    .replace('{year}', '{ano}')
    .replace('{month}', '{mês}')
    .replace('{day}', '{dia}')
    .replace(/\{(0+)\}/, (_, zeros: string) => '1'.padStart(zeros.length, '0'))

/** Where the value comes from. */
function origin(names: ExpressionNames, field: Field): string[] {
  const { model } = names
  const found: string[] = []
  if (field.compute !== undefined)
    found.push(`${field.stored ? 'Calculado e gravado' : 'Calculado, não gravado'}: ${describeValue(field.compute, names)}.`)
  for (const [name, expression] of Object.entries(field.writes ?? {}))
    found.push(`Editar este campo faz ${inQuotes(titleIn(names, name))} ser: ${describeValue(expression, names)}.`)
  if (field.warn)
    found.push(`Avisa ${inQuotes(formatMessage(model, field.warn.message))} quando ${describeCondition(field.warn.when, names)}.`)
  if (field.defaultWhen !== undefined) found.push(`Um registro novo começa com: ${describeValue(field.defaultWhen, names)}.`)
  else if (field.default !== undefined && field.default !== null && field.default !== '')
    found.push(`Um registro novo começa com ${describeFieldValue(field, field.default)}.`)
  if (field.rollup) found.push(rollupText(model, field.rollup))
  else if (field.follows !== undefined) found.push(`Acompanha ${inQuotes(field.follows)}; atualizado na mesma gravação.`)
  else if (field.numbering !== undefined)
    found.push(
      `Numerado pelo servidor a cada registro novo, loja por loja, sem pular nem repetir: ${numberingText(field.numbering)}.`,
    )
  else if (field.readOnly && field.compute === undefined) found.push('Mantido pelo servidor.')
  return found
}

const titleIn = ({ fields, register }: ExpressionNames, name: string): string =>
  fields.find(field => field.name === name)?.title ?? register?.lists.find(list => list.name === name)?.title ?? name

/** A value of a field as people read it. */
export function describeFieldValue(field: Field, value: Value): string {
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  return inQuotes(kindByName(field.kind).format(value, field))
}

function conditions(names: ExpressionNames, field: Field): string[] {
  const found: string[] = []
  if (field.visibleWhen !== undefined) found.push(`Aparece quando ${describeCondition(field.visibleWhen, names)}.`)
  if (field.readOnlyWhen !== undefined) found.push(`Não se altera quando ${describeCondition(field.readOnlyWhen, names)}.`)
  return found
}

/** The ways on which a choice changes, a sentence each. */
function waysText(names: ExpressionNames, field: Field): string[] {
  const ways = (field.ways?.list ?? []).map(way => {
    const from = way.from?.filter(value => value !== way.to).map(value => titleOfOption(field, value))
    const told = way.message === undefined ? '' : `; senão diz ${inQuotes(formatMessage(names.model, way.message))}`
    const titles = (fields: readonly string[]): string =>
      joinWords(
        fields.map(name => inQuotes(titleIn(names, name))),
        'e',
      )
    const more = [
      way.when === undefined ? '' : ` quando ${describeCondition(way.when, names)}${told}`,
      way.server ? ', só pelo sistema' : way.gate === undefined ? '' : `, só por quem tem ${describeCondition(way.gate, names)}`,
      followersOf(names.model, way.id, field),
      way.ask ? `; pergunta ${titles(way.ask)}` : '',
      way.require ? `; exige ${titles(way.require)}` : '',
      ...Object.entries(way.set ?? {}).map(
        ([name, value]) => `; faz ${inQuotes(titleIn(names, name))} ser ${describeValue(value, names)}`,
      ),
    ]
    return `${inQuotes(way.title)} passa de ${from ? joinWords(from, 'ou') : 'qualquer opção'} para ${titleOfOption(field, way.to)}${more.join('')}.`
  })
  return field.ways?.empty ? [...ways, 'Pode ficar vazio.'] : ways
}

/** The automations that the way starts, in stores where they are on. */
function followersOf(model: Model, way: string, field: Field): string {
  const own = Object.values(model.automations).filter(
    ({ on }) => 'way' in on && on.way === way && model.registers[on.register]?.fields.includes(field),
  )
  return own.length === 0
    ? ''
    : `; depois, onde está ligada: ${joinWords(
        own.map(({ title }) => inQuotes(title)),
        'e',
      )}`
}

const titleOfOption = ({ choices = [] }: Field, value: Value): string =>
  inQuotes(choices.find(choice => choice.value === value)?.title ?? String(value))

const removals: Readonly<Record<ReferenceTarget['onRemove'], string>> = {
  refuse: 'O registro apontado não pode ser excluído.',
  empty: 'Excluir o registro apontado deixa este campo vazio.',
  keep: 'Excluir o registro apontado não muda este campo.',
}

function reference({ model, fields }: ExpressionNames, target: ReferenceTarget): string[] {
  const found: string[] = []
  if (target.where) found.push(`Só ${describeWhere(model, target.to, target.where, fields)}.`)
  if (target.from > 0) found.push(`Busca a partir de ${target.from} letras.`)
  found.push(removals[target.onRemove])
  return found
}

/** A `where` of equalities: 'Fornecedor é Sim e Tipo é Mercadoria'. */
export function describeWhere(
  model: Model,
  register: string,
  where: Readonly<Record<string, unknown>>,
  fieldsBeside: readonly Field[] = [],
): string {
  const fields = model.registers[register]?.fields ?? []
  const parts = Object.entries(where).map(([name, value]) => {
    const field = fields.find(each => each.name === name)
    const [narrowing] = narrowingsOf({ [name]: value })
    const own = narrowing && fieldsBeside.find(each => each.name === narrowing.own)
    if (narrowing)
      return `${inQuotes(field?.title ?? name)} é o mesmo que em ${inQuotes(own?.title ?? narrowing.own)} (se preenchido)`
    const simple = value === null || ['string', 'number', 'boolean'].includes(typeof value)
    const said = field && simple ? describeFieldValue(field, value as Value) : JSON.stringify(value)
    return `${inQuotes(field?.title ?? name)} é ${said}`
  })
  return `onde ${joinWords(parts, 'e')}`
}

function lookup(names: ExpressionNames, { button, when, call, fills, adds, problem }: Lookup): string[] {
  const moment = button === undefined ? 'Ao digitar' : `O botão ${inQuotes(button)}`
  const condition = when === undefined || button !== undefined ? '' : `, quando ${describeCondition(when, names)},`
  const filled = Object.keys({ ...fills, ...adds }).map(name => inQuotes(titleIn(names, name)))
  const effects = [
    filled.length > 0 ? `preenche ${joinWords(filled, 'e')}` : undefined,
    problem ? `pode acusar ${inQuotes(formatMessage(names.model, problem.message))}` : undefined,
  ].filter(text => text !== undefined)
  return [asSentence(`${moment}${condition} consulta ${call.path}${effects.length > 0 ? ` e ${joinWords(effects, 'e')}` : ''}`)]
}

function habits(field: Field): string[] {
  return [
    field.secret ? 'Segredo: gravado cifrado, nunca mostrado de volta.' : undefined,
    field.search ? 'Entra na busca da lista.' : undefined,
    field.clone || field.readOnly || !field.stored ? undefined : 'Não vai para a cópia.',
    field.was === undefined ? undefined : capitalized(`chamava-se ${field.was}.`),
  ].filter(text => text !== undefined)
}
