import type { Property } from '../../../generated/definitions.ts'
import { mostReferences } from '../../../kinds/references/mostReferences.ts'
import type { Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

/** The register that has the field, as far as it is one: fields of screens and of what an action asks have none. */
type Owner = Partial<Pick<Register, 'name' | 'scope' | 'parent' | 'unique' | 'stored'>>

/**
 * Checks a field of several keys. They stand in the row itself, where no foreign key reaches: what saves and removals then hold, they hold between
 * records of one store, and records of no store. All else is refused here.
 */
export function checkManyReferences(checker: Checker, path: JsonPath, property: Property, given: Owner, target: Register): void {
  const add = (at: readonly (string | number)[], message: string): void =>
    checker.add([...path, ...at], 'references-unfit', message, { part: 'key' })
  const owner = given.name === undefined ? undefined : checker.model.registers[given.name]
  const to = ['reference', 'to']
  if (!owner) add(['reference'], 'Several records are kept by a field of a register, and by nothing else.')
  else if (owner.parent)
    add(['reference'], 'A row of a list refers to one record: make several rows, or keep the records in the register itself.')
  else if (target.scope !== 'global' && owner.scope !== 'store')
    add(to, `${owner.name} belongs to no store, and ${target.name} does: its rows cannot name the store of what they refer to.`)
  if (target.textKey)
    add(to, `The keys of ${target.name} are texts that people write: only generated numbers are kept several in a field.`)
  if (target.scope === 'self') add(to, 'Stores are referred to one by one.')
  if (target.parent) add(to, `Rows of the list ${target.name} come and go with their record: nothing refers to several of them.`)
  if (property.reference?.onRemove === 'keep')
    add(['reference', 'onRemove'], 'Several keys are checked by the server alone: "refuse" or "empty" says what a removal does.')
  for (const word of ['compute', 'writeOnly', 'claims', 'numbering', 'ways'] as const)
    if (property[word] !== undefined && property[word] !== false) add([word], `"${word}" has no meaning for several records.`)
  if (property.stored === false) add(['stored'], 'Several records that nothing keeps are checked by nothing.')
  const { maxItems = 0, minItems = 0 } = property
  if (Math.max(maxItems, minItems) > mostReferences)
    add([maxItems > mostReferences ? 'maxItems' : 'minItems'], `A field refers to ${mostReferences} records at most.`)
}
