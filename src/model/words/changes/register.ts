import type { Field, FormItem, Model, Register } from '../../model.ts'
import { isSystemField } from '../../register.ts'
import { type Names, namesOfRegister } from '../names.ts'
import { counted, joined, quoted } from '../phrase.ts'
import { choosersOf } from '../records.ts'
import { chosenTitle, type Fact, rulesOf, sayRegister } from '../register.ts'
import { fieldLines, fieldPairs } from './field.ts'
import { added, becomes, changed, type Line, paired, removed, type Subject, sentences } from './line.ts'

/** A register of one time with its Model. */
export interface Placed {
  readonly model: Model
  readonly register: Register
}

/** What changed of the registers, child lists told with their parents. */
export function registerSubjects(before: Model, after: Model): Subject[] {
  return paired(
    placed(before),
    placed(after),
    each => each.register.name,
    each => each.register.was,
  ).flatMap(({ before: old, after: now }) => subject(old, now) ?? [])
}

const placed = (model: Model): Placed[] =>
  Object.values(model.registers)
    .filter(register => register.parent === undefined)
    .map(register => ({ model, register }))

function subject(before: Placed | undefined, after: Placed | undefined): Subject | undefined {
  if (!before && after) return { kind: 'added', ...nameOf(after), lines: outline(after).map(added) }
  if (before && !after) return { kind: 'removed', ...nameOf(before), lines: outline(before).map(removed) }
  if (!before || !after) return undefined
  const lines = registerLines(before, after)
  return lines.length === 0 ? undefined : { kind: 'changed', ...nameOf(after), lines }
}

const nameOf = ({ register: { name, title } }: Placed) => ({ name, title })

function outline({ model, register }: Placed): string[] {
  const { facts, fields, access } = sayRegister(model, register)
  return [
    ...facts.slice(0, 2).map(({ title, text }) => `${title}: ${text}`),
    `${counted(fields.length, 'campo', 'campos')}: ${fields.map(field => field.title).join(', ')}`,
    ...access.filter(({ title }) => title === 'Ver' || title === 'Alterar').map(({ title, text }) => `${title}: ${text}`),
  ]
}

function registerLines(before: Placed, after: Placed): Line[] {
  const [old, now] = [sayRegister(before.model, before.register), sayRegister(after.model, after.register)]
  const lines = [
    ...(before.register.name === after.register.name
      ? []
      : [changed(`Nome de ${before.register.name} para ${after.register.name}`)]),
    ...becomes('Título', before.register.title, after.register.title),
    ...becomes('Descrição', before.register.help, after.register.help),
    ...factLines(old.facts, now.facts),
    ...recordLines(before, after),
    ...listLines(before, after),
    ...sentences('Regra', old.rules, now.rules),
    ...accessLines(old.access, now.access),
    ...sentences('Escolhido em', choosing(before), choosing(after)),
    ...viewLines(before.register, after.register),
  ]
  if (lines.length > 0 || JSON.stringify(before.register) === JSON.stringify(after.register)) return lines
  return [changed('Detalhes da definição mudaram: larguras, ordem ou textos que não têm frase própria.')]
}

/** Facts side by side by title; an action may be called as an act is, so the second of a title meets the second. */
function factPairs(before: readonly Fact[], after: readonly Fact[]) {
  const nth = (facts: readonly Fact[]) =>
    facts.map((fact, at) => ({ ...fact, nth: facts.slice(0, at).filter(each => each.title === fact.title).length }))
  return paired(nth(before), nth(after), ({ title, nth }) => `${title} ${nth}`)
}

const factLines = (before: readonly Fact[], after: readonly Fact[]): Line[] =>
  factPairs(before, after).flatMap(({ before: old, after: now }) => becomes(`${(now ?? old)?.title}`, old?.text, now?.text))

/** Acts that change in the same way are told together: 'Quem pode Criar e Alterar: de … para …'. */
function accessLines(before: readonly Fact[], after: readonly Fact[]): Line[] {
  const groups = new Map<string, { titles: string[]; old: string | undefined; now: string | undefined }>()
  for (const { before: old, after: now } of factPairs(before, after)) {
    const title = (now ?? old)?.title ?? ''
    if (title === chosenTitle) continue
    const key = JSON.stringify([old?.text, now?.text])
    const group = groups.get(key) ?? { titles: [], old: old?.text, now: now?.text }
    groups.set(key, { ...group, titles: [...group.titles, title] })
  }
  return [...groups.values()].flatMap(({ titles, old, now }) => becomes(`Quem pode ${joined(titles, 'e')}`, old, now))
}

/** Screens in which the records are chosen. */
const choosing = ({ model, register }: Placed): string[] => choosersOf(model, register).map(({ title }) => quoted(title))

const own = ({ register }: Placed): Field[] => register.fields.filter(field => !isSystemField(field.name))

const names = ({ model, register }: Placed): Names => namesOfRegister(model, register)

const recordLines = (before: Placed, after: Placed, of = ''): Line[] =>
  fieldPairs(own(before), own(after)).flatMap(pair => fieldLines(pair, names(before), names(after), of))

/** Child lists: themselves, and the fields and rules of their rows. */
function listLines(before: Placed, after: Placed): Line[] {
  return paired(before.register.lists, after.register.lists, list => list.name).flatMap(({ before: old, after: now }) => {
    const title = `Lista ${quoted((now ?? old)?.title ?? '')}`
    if (!old || !now) return now ? [added(title)] : [removed(title)]
    const [then, present] = [rowsOf(before, old.register), rowsOf(after, now.register)]
    const rows = then && present && then.register.parent ? recordLines(then, present, `${quoted(now.title)} › `) : []
    return [
      ...becomes(`${title}: título`, old.title, now.title),
      ...becomes(`${title}: mínimo de linhas`, old.min?.toString(), now.min?.toString()),
      ...becomes(`${title}: máximo de linhas`, old.max?.toString(), now.max?.toString()),
      ...rows,
      ...(then?.register.parent && present
        ? sentences(`${title}: regra`, rulesOf(then.model, then.register), rulesOf(present.model, present.register))
        : []),
    ]
  })
}

function rowsOf({ model }: Placed, name: string): Placed | undefined {
  const register = model.registers[name]
  return register && { model, register }
}

/** What the list, the filter and the form show. */
function viewLines(before: Register, after: Register): Line[] {
  const title = (register: Register) => (name: string) =>
    quoted(register.fields.find(field => field.name === name)?.title ?? name)
  const columns = ({ views }: Register) => views.list.columns.map(column => quoted(column.title))
  const edited = ({ views }: Register) => views.list.columns.filter(column => column.edit).map(column => quoted(column.title))
  const filters = ({ views }: Register) => views.filter.fields.map(field => quoted(field.title))
  const parts = ({ views }: Register) => views.form.parts.map(part => quoted(part.title))
  const shown = (register: Register) => register.views.form.parts.flatMap(part => part.rows.flat().flatMap(item => fieldIn(item)))
  return [
    ...sentences('Coluna da lista', columns(before), columns(after)),
    ...sentences('Coluna editada na lista', edited(before), edited(after)),
    ...sentences('Filtro', filters(before), filters(after)),
    ...sentences('Parte do formulário', parts(before), parts(after)),
    ...sentences('No formulário', shown(before).map(title(before)), shown(after).map(title(after))),
    ...becomes('Linhas por página', `${before.views.list.pageSize}`, `${after.views.list.pageSize}`),
  ]
}

const fieldIn = (item: FormItem): string[] => ('field' in item ? [item.field] : [])
