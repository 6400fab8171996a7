import { formatMessage } from '../../src/model/formatMessage.ts'
import type { Action, ChildList, Model, Register, RegisterScope } from '../../src/model/model.ts'
import { fieldOf, isSystemField } from '../../src/model/register.ts'
import { whereText } from '../../src/model/whereText.ts'
import { appPagesOf, type GatedItem } from './appPages.ts'
import { describeCondition } from './expression.ts'
import { expressionNamesOf } from './expressionNames.ts'
import { describeField, describeWhere, type FieldDescription } from './field.ts'
import { describeGate } from './gate.ts'
import { capitalized, inQuotes, joinWords, withCount } from './phrase.ts'
import { describeRowAccess, type ReferencingPage, referencingPagesOf } from './rowAccess.ts'

export interface Fact {
  readonly title: string
  readonly text: string
}

/** A list of rows inside a record, in words. */
export interface ChildListDescription {
  readonly title: string
  readonly notes: readonly string[]
  readonly fields: readonly FieldDescription[]
}

/** A register in words: what an administrator reads to know it. */
export interface RegisterDescription {
  readonly facts: readonly Fact[]
  readonly fields: readonly FieldDescription[]
  readonly lists: readonly ChildListDescription[]
  readonly rules: readonly string[]
  /** Facts about access and actions. */
  readonly access: readonly Fact[]
  /** Registers whose fields point here. */
  readonly referredBy: readonly Fact[]
}

export function describeRegister(model: Model, register: Register): RegisterDescription {
  const names = expressionNamesOf(model, register)
  return {
    facts: factsOf(model, register),
    fields: ownFields(register).map(field => describeField(names, field)),
    lists: register.lists.map(list => sayList(model, register, list)),
    rules: describeRules(model, register),
    access: accessOf(model, register),
    referredBy: referringTo(model, register.name),
  }
}

const ownFields = (register: Register, besides: readonly string[] = []) =>
  register.fields.filter(
    field => (!isSystemField(field.name) || (field.name === 'id' && register.textKey)) && !besides.includes(field.name),
  )

const scopes: Readonly<Record<RegisterScope, string>> = {
  store: 'De cada loja: uma loja não vê os registros de outra.',
  global: 'Da plataforma: os mesmos para todas as lojas.',
  self: 'O registro é a própria loja.',
}
const everywhere = ' O administrador da plataforma vê os de todas as lojas de uma vez.'

function factsOf(model: Model, register: Register): Fact[] {
  const group = model.menu.find(each =>
    each.items.some(item => 'register' in item.opens && item.opens.register === register.name),
  )
  const title = (name: string): string => inQuotes(fieldOf(register, name)?.title ?? name)
  const { code, from } = register
  const all: (Fact | undefined)[] = [
    { title: 'Onde fica', text: group ? `Menu ${group.title}, ${register.views.path}` : `Fora do menu, ${register.views.path}` },
    { title: 'De quem são', text: `${scopes[register.scope]}${register.across ? everywhere : ''}` },
    { title: 'Nome do registro', text: code === undefined ? title(register.label) : `${title(code)} e ${title(register.label)}` },
    from && {
      title: 'Linhas',
      text: `As de ${model.registers[from.register]?.title ?? from.register} ${describeWhere(model, from.register, from.where)}`,
    },
    register.archive && {
      title: 'Arquivo',
      text: `Os de um ano encerrado podem ir para um arquivo; o ano é o de ${title(register.archive.by)}`,
    },
    register.discuss
      ? { title: 'Comentários', text: 'Quem vê um registro comenta, menciona pessoas da loja e dá tarefas com prazo' }
      : undefined,
    register.textKey ? { title: 'Chave', text: 'Um código mantido por quem cadastra' } : undefined,
    { title: 'Ordem da lista', text: sayOrder(register, register.views.list.order) },
    { title: 'Tabela', text: register.table },
  ]
  return all.filter(fact => fact !== undefined)
}

/** 'Nome, do menor para o maior'. */
function sayOrder(register: Register, order: readonly string[]): string {
  const terms = order.map(term => {
    const [name = '', direction] = term.split(' ')
    return `${inQuotes(fieldOf(register, name)?.title ?? name)} ${direction === 'DESC' ? 'decrescente' : 'crescente'}`
  })
  return terms.length === 0 ? 'Pela chave' : joinWords(terms, 'e')
}

function sayList(model: Model, register: Register, list: ChildList): ChildListDescription {
  const child = model.registers[list.register]
  const names = child && expressionNamesOf(model, child)
  const besides = [list.by, ...(list.order === undefined ? [] : [list.order])]
  const notes = [
    list.help,
    sayCount(list),
    list.order === undefined ? undefined : 'A ordem das linhas é guardada.',
    list.visibleWhen === undefined
      ? undefined
      : `Aparece quando ${describeCondition(list.visibleWhen, expressionNamesOf(model, register))}.`,
    list.clone ? undefined : 'Não vai para a cópia.',
    ...(child ? describeRules(model, child) : []),
  ]
  return {
    title: list.title,
    notes: notes.filter(note => note !== undefined),
    fields: child && names ? ownFields(child, besides).map(field => describeField(names, field)) : [],
  }
}

function sayCount({ min, max }: ChildList): string | undefined {
  if (min !== undefined && max !== undefined) return `De ${min} a ${withCount(max, 'linha', 'linhas')}.`
  if (min !== undefined) return `Pelo menos ${withCount(min, 'linha', 'linhas')}.`
  return max === undefined ? undefined : `No máximo ${withCount(max, 'linha', 'linhas')}.`
}

/** Several values, as a condition says them. */
const withLists = (where: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(where).map(([name, wanted]) => [name, Array.isArray(wanted) ? { inq: wanted } : wanted]))

/** Rules of the whole record, uniqueness and the lock, as sentences. */
export function describeRules(model: Model, register: Register): string[] {
  const names = expressionNamesOf(model, register)
  const title = (name: string): string => inQuotes(fieldOf(register, name)?.title ?? name)
  const place = register.scope === 'global' ? '' : ' na loja'
  return [
    ...register.unique.map(
      ({ fields, message, where }) =>
        `${joinWords(fields.map(title), 'e')} não ${fields.length === 1 ? 'se repete' : 'se repetem juntos'}${place}${where ? `, entre os que têm ${whereText(withLists(where), register) ?? 'certos valores'}` : ''}: ${inQuotes(formatMessage(model, message))}.`,
    ),
    ...(register.noOverlap ?? []).map(({ from, to, same, sharing, when, message }) => {
      const who = same ? ` com ${same.length === 1 ? 'o mesmo' : 'os mesmos'} ${joinWords(same.map(title), 'e')}` : ''
      const shared = sharing ? ` que têm ${joinWords(sharing.map(title), 'ou')} em comum` : ''
      const only = when === undefined ? '' : `, quando ${describeCondition(when, names)}`
      return `De ${title(from)} a ${title(to)} dois registros${who}${shared} não coincidem${only}: ${inQuotes(formatMessage(model, message, { other: '…' }))}.`
    }),
    ...register.rules.map(
      ({ rule, message }) =>
        `É preciso que: ${describeCondition(rule, names)}. Senão: ${inQuotes(formatMessage(model, message))}.`,
    ),
    ...(register.locked
      ? [
          `Não se altera nem se exclui quando ${describeCondition(register.locked.when, names)}: ${inQuotes(formatMessage(model, register.locked.message))}.`,
        ]
      : []),
  ]
}

function accessOf(model: Model, register: Register): Fact[] {
  const doors = appPagesOf(model).find(place => place.kind === 'register' && place.name === register.name)?.doors ?? []
  const said = doors.map(door => ({
    title: door.title,
    text: `${describeGate(model, door.gate)}${sayAction(model, register, door)}`,
  }))
  const see = describeRowAccess(model, register, 'see')
  const change = describeRowAccess(model, register, 'change')
  const choosers = referencingPagesOf(model, register)
  return [
    ...said,
    ...(see ? [{ title: 'Registros que cada um vê', text: capitalized(see) }] : []),
    ...(change ? [{ title: 'Registros que cada um altera', text: capitalized(change) }] : []),
    ...(choosers.length > 0 ? [{ title: referencingTitle, text: sayChoosers(choosers) }] : []),
  ]
}

/** Title of the fact that tells where records are chosen. */
export const referencingTitle = 'Escolher em outra tela'

/** Returns a sentence about people who fill a field or a filter with a record: they see its name. */
const sayChoosers = (choosers: readonly ReferencingPage[]): string =>
  `Só o que dá nome ao registro, a quem vê ${joinWords([...new Set(choosers.map(({ title }) => inQuotes(title)))], 'ou')} e pode escolhê-lo ali`

function sayAction(model: Model, register: Register, door: GatedItem): string {
  const action = door.kind === 'action' ? register.views.actions.find(each => each.id === door.id) : undefined
  if (!action) return ''
  const when = action.visibleWhen ?? action.enabledWhen
  const names = expressionNamesOf(model, register)
  return `. ${does(register, action)}${when === undefined ? '' : `, quando ${describeCondition(when, names)}`}`
}

function does(register: Register, { does: what }: Action): string {
  if ('open' in what) return `Abre ${what.open}`
  if ('call' in what) return `Chama ${what.call.path}`
  if ('download' in what) return `Baixa ${what.file}`
  if ('copy' in what) return 'Copia um texto'
  if ('clone' in what) return 'Abre uma cópia'
  if ('remove' in what) return 'Exclui'
  if ('dialog' in what) return 'Abre um diálogo'
  if ('matrix' in what) return `Abre a tabela ${inQuotes(what.matrix.title)}`
  if ('show' in what) return `Mostra ${what.show.load.path}`
  if ('code' in what) return `Mostra ${inQuotes(what.code.textTitle)} como código QR`
  if ('images' in what) return `Envia imagens para ${inQuotes(fieldOf(register, what.images.field)?.title ?? what.images.field)}`
  if ('actionOf' in what) return `Abre a ação ${inQuotes(what.actionOf.action)} de ${what.actionOf.register}`
  if ('link' in what) return `Abre a escolha ${inQuotes(what.link.title)}`
  const set = Object.entries(what.set).map(([name, value]) => {
    const option = fieldOf(register, name)?.choices?.find(choice => choice.value === value)
    const said =
      option?.title ?? (typeof value === 'boolean' ? (value ? 'Sim' : 'Não') : value === null ? 'em branco' : String(value))
    return `${inQuotes(fieldOf(register, name)?.title ?? name)} passa a ${said}`
  })
  return joinWords(set, 'e')
}

function referringTo(model: Model, name: string): Fact[] {
  return Object.values(model.registers).flatMap(register =>
    register.fields
      .filter(field => field.reference?.to === name && field.name !== 'lojaId' && register.parent?.by !== field.name)
      .map(field => ({ title: register.title, text: field.title })),
  )
}
