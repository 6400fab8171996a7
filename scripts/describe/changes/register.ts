import type { Field, FormItem, Model, Register } from '../../../src/model/model.ts'
import { isSystemField } from '../../../src/model/register.ts'
import { type ExpressionNames, expressionNamesOf } from '../expressionNames.ts'
import { inQuotes, joinWords, withCount } from '../phrase.ts'
import { describeRegister, describeRules, type Fact, referencingTitle } from '../register.ts'
import { referencingPagesOf } from '../rowAccess.ts'
import {
  addedLine,
  type ChangedSubject,
  type ChangeLine,
  changedLine,
  pairByName,
  removedLine,
  sentenceChanges,
  textChange,
} from './changeLine.ts'
import { fieldLines, fieldPairs } from './field.ts'

/** A register of one time with its Model. */
export interface RegisterOfModel {
  readonly model: Model
  readonly register: Register
}

/** Returns the changes of the registers, child lists told with their parents. */
export function registerSubjects(before: Model, after: Model): ChangedSubject[] {
  return pairByName(
    placed(before),
    placed(after),
    each => each.register.name,
    each => each.register.was,
  ).flatMap(({ before: old, after: now }) => subject(old, now) ?? [])
}

const placed = (model: Model): RegisterOfModel[] =>
  Object.values(model.registers)
    .filter(register => register.parent === undefined)
    .map(register => ({ model, register }))

function subject(before: RegisterOfModel | undefined, after: RegisterOfModel | undefined): ChangedSubject | undefined {
  if (!before && after) return { kind: 'added', ...nameOf(after), lines: outline(after).map(addedLine) }
  if (before && !after) return { kind: 'removed', ...nameOf(before), lines: outline(before).map(removedLine) }
  if (!before || !after) return undefined
  const lines = registerLines(before, after)
  return lines.length === 0 ? undefined : { kind: 'changed', ...nameOf(after), lines }
}

const nameOf = ({ register: { name, title } }: RegisterOfModel) => ({ name, title })

function outline({ model, register }: RegisterOfModel): string[] {
  const { facts, fields, access } = describeRegister(model, register)
  return [
    ...facts.slice(0, 2).map(({ title, text }) => `${title}: ${text}`),
    `${withCount(fields.length, 'campo', 'campos')}: ${fields.map(field => field.title).join(', ')}`,
    ...access.filter(({ title }) => title === 'Ver' || title === 'Alterar').map(({ title, text }) => `${title}: ${text}`),
  ]
}

function registerLines(before: RegisterOfModel, after: RegisterOfModel): ChangeLine[] {
  const [old, now] = [describeRegister(before.model, before.register), describeRegister(after.model, after.register)]
  const lines = [
    ...(before.register.name === after.register.name
      ? []
      : [changedLine(`Nome de ${before.register.name} para ${after.register.name}`)]),
    ...textChange('Título', before.register.title, after.register.title),
    ...textChange('Descrição', before.register.help, after.register.help),
    ...factLines(old.facts, now.facts),
    ...recordLines(before, after),
    ...listLines(before, after),
    ...sentenceChanges('Regra', old.rules, now.rules),
    ...accessLines(old.access, now.access),
    ...sentenceChanges('Escolhido em', choosing(before), choosing(after)),
    ...viewLines(before.register, after.register),
  ]
  if (lines.length > 0 || JSON.stringify(before.register) === JSON.stringify(after.register)) return lines
  return [changedLine('Detalhes da definição mudaram: larguras, ordem ou textos que não têm frase própria.')]
}

/** Facts side by side by title; an action may be called as an act is, so the second of a title meets the second. */
function factPairs(before: readonly Fact[], after: readonly Fact[]) {
  const nth = (facts: readonly Fact[]) =>
    facts.map((fact, at) => ({ ...fact, nth: facts.slice(0, at).filter(each => each.title === fact.title).length }))
  return pairByName(nth(before), nth(after), ({ title, nth }) => `${title} ${nth}`)
}

const factLines = (before: readonly Fact[], after: readonly Fact[]): ChangeLine[] =>
  factPairs(before, after).flatMap(({ before: old, after: now }) => textChange(`${(now ?? old)?.title}`, old?.text, now?.text))

/** Acts that change in the same way are told together: 'Quem pode Criar e Alterar: de … para …'. */
function accessLines(before: readonly Fact[], after: readonly Fact[]): ChangeLine[] {
  const groups = new Map<string, { titles: string[]; old: string | undefined; now: string | undefined }>()
  for (const { before: old, after: now } of factPairs(before, after)) {
    const title = (now ?? old)?.title ?? ''
    if (title === referencingTitle) continue
    const key = JSON.stringify([old?.text, now?.text])
    const group = groups.get(key) ?? { titles: [], old: old?.text, now: now?.text }
    groups.set(key, { ...group, titles: [...group.titles, title] })
  }
  return [...groups.values()].flatMap(({ titles, old, now }) => textChange(`Quem pode ${joinWords(titles, 'e')}`, old, now))
}

/** Screens in which the records are chosen. */
const choosing = ({ model, register }: RegisterOfModel): string[] =>
  referencingPagesOf(model, register).map(({ title }) => inQuotes(title))

const own = ({ register }: RegisterOfModel): Field[] => register.fields.filter(field => !isSystemField(field.name))

const names = ({ model, register }: RegisterOfModel): ExpressionNames => expressionNamesOf(model, register)

const recordLines = (before: RegisterOfModel, after: RegisterOfModel, of = ''): ChangeLine[] =>
  fieldPairs(own(before), own(after)).flatMap(pair => fieldLines(pair, names(before), names(after), of))

/** Child lists: themselves, and the fields and rules of their rows. */
function listLines(before: RegisterOfModel, after: RegisterOfModel): ChangeLine[] {
  return pairByName(before.register.lists, after.register.lists, list => list.name).flatMap(({ before: old, after: now }) => {
    const title = `Lista ${inQuotes((now ?? old)?.title ?? '')}`
    if (!old || !now) return now ? [addedLine(title)] : [removedLine(title)]
    const [then, present] = [rowsOf(before, old.register), rowsOf(after, now.register)]
    const rows = then && present && then.register.parent ? recordLines(then, present, `${inQuotes(now.title)} › `) : []
    return [
      ...textChange(`${title}: título`, old.title, now.title),
      ...textChange(`${title}: mínimo de linhas`, old.min?.toString(), now.min?.toString()),
      ...textChange(`${title}: máximo de linhas`, old.max?.toString(), now.max?.toString()),
      ...rows,
      ...(then?.register.parent && present
        ? sentenceChanges(
            `${title}: regra`,
            describeRules(then.model, then.register),
            describeRules(present.model, present.register),
          )
        : []),
    ]
  })
}

function rowsOf({ model }: RegisterOfModel, name: string): RegisterOfModel | undefined {
  const register = model.registers[name]
  return register && { model, register }
}

/** Returns the changes of the list, the filter and the form. */
function viewLines(before: Register, after: Register): ChangeLine[] {
  const title = (register: Register) => (name: string) =>
    inQuotes(register.fields.find(field => field.name === name)?.title ?? name)
  const columns = ({ views }: Register) => views.list.columns.map(column => inQuotes(column.title))
  const edited = ({ views }: Register) => views.list.columns.filter(column => column.edit).map(column => inQuotes(column.title))
  const filters = ({ views }: Register) => views.filter.fields.map(field => inQuotes(field.title))
  const parts = ({ views }: Register) => views.form.parts.map(part => inQuotes(part.title))
  const shown = (register: Register) => register.views.form.parts.flatMap(part => part.rows.flat().flatMap(item => fieldIn(item)))
  return [
    ...sentenceChanges('Coluna da lista', columns(before), columns(after)),
    ...sentenceChanges('Coluna editada na lista', edited(before), edited(after)),
    ...sentenceChanges('Filtro', filters(before), filters(after)),
    ...sentenceChanges('Parte do formulário', parts(before), parts(after)),
    ...sentenceChanges('No formulário', shown(before).map(title(before)), shown(after).map(title(after))),
    ...textChange('Linhas por página', `${before.views.list.pageSize}`, `${after.views.list.pageSize}`),
  ]
}

const fieldIn = (item: FormItem): string[] => ('field' in item ? [item.field] : [])
