import type { RegisterUiDefinition } from '../../../generated/definitions.ts'
import { scopeOfRegister } from '../../expression.ts'
import type { Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import { boolType, type Checker } from '../checker.ts'

type ActionDefinition = NonNullable<RegisterUiDefinition['actions']>[number]

/** Keys are pressed on a row of the list, and their conditions are those of its record. */
export function checkActionKeys(checker: Checker, path: JsonPath, { keys, place }: ActionDefinition, register: Register): void {
  if (keys === undefined) return
  const scope = scopeOfRegister(checker.model, register.name)
  if (!place.includes('row'))
    checker.add([...path, 'keys'], 'keys-unused', 'Only an action at a row has "keys": "place" lacks "row".', { part: 'key' })
  for (const [key, when] of Object.entries(keys)) checker.expression([...path, 'keys', key], when, scope, boolType)
}
