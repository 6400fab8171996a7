import type { Property } from '../../generated/definitions.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Field, Register } from '../model.ts'
import type { JsonPath } from '../source/source.ts'
import type { Checker } from './checker.ts'

/** Checks values that claim a name outside of their store: a text that is kept and can be compared; proved, by a secret that the server writes with it. */
export function checkClaims(
  checker: Checker,
  path: JsonPath,
  { claims }: Property,
  field: Field,
  { owner }: { readonly owner: Pick<Register, 'name' | 'fields'> },
): void {
  if (!claims) return
  const scope = checker.model.registers[owner.name]?.scope
  if (!kindByName(field.kind).words || !field.stored || field.secret || scope === undefined || scope === 'global') {
    const why = `"${field.name}" is no text that is kept in a record of a store and can be compared.`
    checker.add(path, 'claims-kind', why, { part: 'key' })
    return
  }
  const { provedBy } = claims
  if (provedBy === undefined || !checker.field([...path, 'provedBy'], owner, provedBy)) return
  const key = owner.fields.find(({ name }) => name === provedBy)
  if (key && !(key.secret && key.stored))
    checker.add([...path, 'provedBy'], 'claims-proof', `"${provedBy}" is no secret that is kept, so it proves nothing.`)
  else if (key && !(field.readOnly && key.readOnly))
    checker.add([...path, 'provedBy'], 'claims-proof', `People may write "${field.name}" or "${provedBy}": that proves nothing.`)
}
