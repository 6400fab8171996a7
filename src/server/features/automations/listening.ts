import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { MembersByReference } from '../../../model/expression/referenceReads.ts'
import type { Model, Register } from '../../../model/model.ts'
import { type Automation, registerOfStart } from '../../../model/views/automation.ts'
import { placeholdersOf } from '../../../model/views/notice.ts'
import { type OwnWay, wayOf } from '../../../model/ways/wayOf.ts'
import { referenceLabelColumns, tableOf } from '../../query/table.ts'

/** An automation that saves start, with what it asks of the record. */
export interface ListeningAutomation {
  readonly automation: Automation
  readonly register: Register
  readonly needs: RecordNeeds
  /** The way that starts it, and the choice that it changes. */
  readonly way?: OwnWay
}

/** The parts of a record that an automation's expressions and words name: its own fields, its lists, what it refers to. */
export interface RecordNeeds {
  readonly fields: readonly string[]
  readonly lists: readonly string[]
  readonly members: MembersByReference
}

const listening = new WeakMap<Model, ReadonlyMap<string, readonly ListeningAutomation[]>>()

/** The automations that saves start, by the table of their records: views of one table share it. */
export const automationListeners = (model: Model, table: string): readonly ListeningAutomation[] =>
  memoizeByKey(listening, model, () => {
    const all = Object.values(model.automations).flatMap((automation): ListeningAutomation[] => {
      const { on } = automation
      const register = model.registers[registerOfStart(on) ?? '']
      const isStarted = 'event' in on || 'state' in on || 'way' in on
      if (!register || !isStarted) return []
      const way = 'way' in on ? wayOf(register, on.way) : undefined
      return [{ automation, register, needs: needsOf(model, automation, register), ...(way ? { way } : {}) }]
    })
    return Map.groupBy(all, ({ register }) => register.table)
  }).get(table) ?? []

/** Everything that an automation asks of its record. */
export function needsOf(model: Model, automation: Automation, register: Register): RecordNeeds {
  const words = wordsOf(automation).join('\n')
  const named = new Set(words.match(/\w+/g))
  const { on } = automation
  const way = 'way' in on ? wayOf(register, on.way) : undefined
  const started = 'state' in on ? [on.state] : way ? [way.field.name] : 'fields' in on ? (on.fields ?? []) : []
  const members = new Map<string, ReadonlySet<string>>()
  for (const { name, reference } of register.fields) {
    if (!reference || !named.has(reference.as) || !model.registers[reference.to]) continue
    const read = [...words.matchAll(new RegExp(`\\b${reference.as}\\.(\\w+)`, 'g'))].map(([, member]) => member ?? '')
    const labels = referenceLabelColumns(tableOf(model, reference.to)).map(column => column.name)
    members.set(name, new Set([...labels, ...read]))
  }
  return {
    fields: register.fields.flatMap(({ name, secret }) =>
      !secret && (name === 'id' || named.has(name) || started.includes(name)) ? [name] : [],
    ),
    lists: register.lists.flatMap(({ name, stored }) => (stored !== false && named.has(name) ? [name] : [])),
    members,
  }
}

/** Every expression, and the names in every text, of an automation. */
function wordsOf({ when, steps }: Automation): string[] {
  const names = (...templates: readonly (string | undefined)[]): string[] =>
    templates.flatMap(template => placeholdersOf(template ?? '').map(({ name }) => name))
  return [
    ...(when === undefined ? [] : [when]),
    ...steps.flatMap(({ when: only, deed }) => [
      ...(only === undefined ? [] : [only]),
      ...(deed.kind === 'webhook' ? Object.values(deed.body) : []),
      ...(deed.kind === 'set' || deed.kind === 'create' || deed.kind === 'way' ? Object.values(deed.values) : []),
      ...(deed.kind === 'way' && deed.of !== undefined ? [deed.of] : []),
      ...(deed.kind === 'mail' ? [deed.to ?? '', ...names(deed.subject, deed.text, deed.page)] : []),
      ...(deed.kind === 'notify' ? names(deed.text, deed.page) : []),
    ]),
  ]
}
