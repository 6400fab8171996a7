import type { RegisterUiDefinition } from '../../../generated/definitions.ts'
import { namesUsedBy } from '../../expression.ts'
import type { Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import { type Checker, fieldNamesOf } from '../checker.ts'

type ActionDefinition = NonNullable<RegisterUiDefinition['actions']>[number]

const withoutRecord: ReadonlySet<string> = new Set(['bulk', 'list'])

/** An action over several records, or none, has no record whose fields its address and its conditions could name. */
export function checkWithoutRecord(checker: Checker, path: JsonPath, action: ActionDefinition, register: Register): void {
  if (!action.place.some(each => withoutRecord.has(each))) return
  const fields = fieldNamesOf(register)
  const addresses = [
    { at: ['call', 'path'], address: action.call?.path },
    { at: ['download', 'call', 'path'], address: action.download?.call.path },
    { at: ['open'], address: action.open },
  ]
  for (const { at, address } of addresses)
    for (const [, name = ''] of address?.matchAll(/\{(\w+)[^}]*\}/g) ?? [])
      if (fields.has(name))
        checker.add(
          [...path, ...at],
          'record-missing',
          `Several records have no one "${name}": name them by "selection" in the body.`,
        )
  // At a row the condition has its record.
  if (!action.place.every(each => withoutRecord.has(each))) return
  for (const word of ['visibleWhen', 'enabledWhen'] as const) {
    const condition = action[word]
    const name =
      condition === undefined ? undefined : namesUsedBy(checker.model, register.name, condition).find(each => fields.has(each))
    if (name !== undefined)
      checker.add(
        [...path, word],
        'record-missing',
        `No record stands here whose "${name}" could be asked: the action would never be offered.`,
      )
  }
}
