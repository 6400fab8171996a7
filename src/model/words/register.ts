import type { Action, ChildList, Model, Register, Scope } from '../model.ts'
import { fieldOf, isSystemField } from '../register.ts'
import { say } from '../text.ts'
import { sayCondition } from './expression.ts'
import { type FieldWords, sayField, sayWhere } from './field.ts'
import { sayGate } from './gate.ts'
import { namesOfRegister } from './names.ts'
import { capital, counted, joined, quoted } from './phrase.ts'
import { type Door, placesOf } from './places.ts'
import { type Chooser, choosersOf, sayRecords } from './records.ts'

export interface Fact {
  readonly title: string
  readonly text: string
}

/** A list of rows inside a record, in words. */
export interface ListWords {
  readonly title: string
  readonly notes: readonly string[]
  readonly fields: readonly FieldWords[]
}

/** A register in words: what an administrator reads to know it. */
export interface RegisterWords {
  readonly facts: readonly Fact[]
  readonly fields: readonly FieldWords[]
  readonly lists: readonly ListWords[]
  readonly rules: readonly string[]
  /** Who may do what, and which actions there are. */
  readonly access: readonly Fact[]
  /** Registers whose fields point here. */
  readonly referredBy: readonly Fact[]
}

export function sayRegister(model: Model, register: Register): RegisterWords {
  const names = namesOfRegister(model, register)
  return {
    facts: factsOf(model, register),
    fields: ownFields(register).map(field => sayField(names, field)),
    lists: register.lists.map(list => sayList(model, register, list)),
    rules: rulesOf(model, register),
    access: accessOf(model, register),
    referredBy: referringTo(model, register.name),
  }
}

const ownFields = (register: Register, besides: readonly string[] = []) =>
  register.fields.filter(
    field => (!isSystemField(field.name) || (field.name === 'id' && register.textKey)) && !besides.includes(field.name),
  )

const scopes: Readonly<Record<Scope, string>> = {
  store: 'De cada loja: uma loja não vê os registros de outra.',
  global: 'Da plataforma: os mesmos para todas as lojas.',
  self: 'O registro é a própria loja.',
}
const everywhere = ' O administrador da plataforma vê os de todas as lojas de uma vez.'

function factsOf(model: Model, register: Register): Fact[] {
  const group = model.menu.find(each =>
    each.items.some(item => 'register' in item.opens && item.opens.register === register.name),
  )
  const title = (name: string): string => quoted(fieldOf(register, name)?.title ?? name)
  const { code, from } = register
  const all: (Fact | undefined)[] = [
    { title: 'Onde fica', text: group ? `Menu ${group.title}, ${register.views.path}` : `Fora do menu, ${register.views.path}` },
    { title: 'De quem são', text: `${scopes[register.scope]}${register.across ? everywhere : ''}` },
    { title: 'Nome do registro', text: code === undefined ? title(register.label) : `${title(code)} e ${title(register.label)}` },
    from && {
      title: 'Linhas',
      text: `As de ${model.registers[from.register]?.title ?? from.register} ${sayWhere(model, from.register, from.where)}`,
    },
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
    return `${quoted(fieldOf(register, name)?.title ?? name)} ${direction === 'DESC' ? 'decrescente' : 'crescente'}`
  })
  return terms.length === 0 ? 'Pela chave' : joined(terms, 'e')
}

function sayList(model: Model, register: Register, list: ChildList): ListWords {
  const child = model.registers[list.register]
  const names = child && namesOfRegister(model, child)
  const besides = [list.by, ...(list.order === undefined ? [] : [list.order])]
  const notes = [
    list.help,
    sayCount(list),
    list.order === undefined ? undefined : 'A ordem das linhas é guardada.',
    list.visibleWhen === undefined
      ? undefined
      : `Aparece quando ${sayCondition(list.visibleWhen, namesOfRegister(model, register))}.`,
    list.clone ? undefined : 'Não vai para a cópia.',
    ...(child ? rulesOf(model, child) : []),
  ]
  return {
    title: list.title,
    notes: notes.filter(note => note !== undefined),
    fields: child && names ? ownFields(child, besides).map(field => sayField(names, field)) : [],
  }
}

function sayCount({ min, max }: ChildList): string | undefined {
  if (min !== undefined && max !== undefined) return `De ${min} a ${counted(max, 'linha', 'linhas')}.`
  if (min !== undefined) return `Pelo menos ${counted(min, 'linha', 'linhas')}.`
  return max === undefined ? undefined : `No máximo ${counted(max, 'linha', 'linhas')}.`
}

/** Rules of the whole record, uniqueness and the lock, as sentences. */
export function rulesOf(model: Model, register: Register): string[] {
  const names = namesOfRegister(model, register)
  const title = (name: string): string => quoted(fieldOf(register, name)?.title ?? name)
  const place = register.scope === 'global' ? '' : ' na loja'
  return [
    ...register.unique.map(
      ({ fields, message }) =>
        `${joined(fields.map(title), 'e')} não ${fields.length === 1 ? 'se repete' : 'se repetem juntos'}${place}: ${quoted(say(model, message))}.`,
    ),
    ...register.rules.map(
      ({ rule, message }) => `É preciso que: ${sayCondition(rule, names)}. Senão: ${quoted(say(model, message))}.`,
    ),
    ...(register.locked
      ? [
          `Não se altera nem se exclui quando ${sayCondition(register.locked.when, names)}: ${quoted(say(model, register.locked.message))}.`,
        ]
      : []),
  ]
}

function accessOf(model: Model, register: Register): Fact[] {
  const doors = placesOf(model).find(place => place.kind === 'register' && place.name === register.name)?.doors ?? []
  const said = doors.map(door => ({ title: door.title, text: `${sayGate(model, door.gate)}${sayAction(model, register, door)}` }))
  const see = sayRecords(model, register, 'see')
  const change = sayRecords(model, register, 'change')
  const choosers = choosersOf(model, register)
  return [
    ...said,
    ...(see ? [{ title: 'Registros que cada um vê', text: capital(see) }] : []),
    ...(change ? [{ title: 'Registros que cada um altera', text: capital(change) }] : []),
    ...(choosers.length > 0 ? [{ title: chosenTitle, text: sayChoosers(choosers) }] : []),
  ]
}

/** Title of the fact that tells where records are chosen. */
export const chosenTitle = 'Escolher em outra tela'

/** Whoever fills a field or a filter with a record sees what names it. */
const sayChoosers = (choosers: readonly Chooser[]): string =>
  `Só o que dá nome ao registro, a quem vê ${joined([...new Set(choosers.map(({ title }) => quoted(title)))], 'ou')}`

function sayAction(model: Model, register: Register, door: Door): string {
  const action = door.kind === 'action' ? register.views.actions.find(each => each.id === door.id) : undefined
  if (!action) return ''
  const when = action.visibleWhen ?? action.enabledWhen
  const names = namesOfRegister(model, register)
  return `. ${does(register, action)}${when === undefined ? '' : `, quando ${sayCondition(when, names)}`}`
}

function does(register: Register, { does: what }: Action): string {
  if ('open' in what) return `Abre ${what.open}`
  if ('call' in what) return `Chama ${what.call.path}`
  if ('download' in what) return `Baixa ${what.file}`
  if ('copy' in what) return 'Copia um texto'
  if ('clone' in what) return 'Abre uma cópia'
  if ('remove' in what) return 'Exclui'
  if ('dialog' in what) return 'Abre um diálogo'
  if ('matrix' in what) return `Abre a tabela ${quoted(what.matrix.title)}`
  if ('link' in what) return `Abre a escolha ${quoted(what.link.title)}`
  const set = Object.entries(what.set).map(([name, value]) => {
    const said = typeof value === 'boolean' ? (value ? 'Sim' : 'Não') : String(value)
    return `${quoted(fieldOf(register, name)?.title ?? name)} passa a ${said}`
  })
  return joined(set, 'e')
}

function referringTo(model: Model, name: string): Fact[] {
  return Object.values(model.registers).flatMap(register =>
    register.fields
      .filter(field => field.reference?.to === name && field.name !== 'lojaId' && register.parent?.by !== field.name)
      .map(field => ({ title: register.title, text: field.title })),
  )
}
