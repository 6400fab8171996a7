import { fixedWhere, narrowingsOf } from '../../../kinds/reference/narrowing.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Field, Register } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'
import { checkWhere } from '../where.ts'

/** A reference of a register, and the register that it points to. */
interface Referring {
  readonly owner: Pick<Register, 'name' | 'fields'>
  readonly name: string
  readonly target: Register
}

/**
 * Checks the condition by which a reference narrows its choices: `$grupoId` is the value of another field of the same record, of the same type as
 * the one it is compared with.
 */
export function checkReferenceWhere(
  checker: Checker,
  path: JsonPath,
  where: Readonly<Record<string, unknown>> | undefined,
  { owner, name, target }: Referring,
): void {
  checkWhere(checker, path, target, fixedWhere(where))
  const isRegister = checker.model.registers[owner.name] !== undefined
  for (const { theirs, own } of narrowingsOf(where)) {
    const at = [...path, theirs]
    const their = target.fields.find(field => field.name === theirs)
    if (!checker.field(at, target, theirs, 'key') || !their) continue
    if (!isRegister) {
      const message = `Only references of a register's own fields hang on another field: here "$${own}" is a plain text.`
      checker.add(at, 'parameter-unexpected', message)
      continue
    }
    const mine = owner.fields.find(field => field.name === own)
    if (!mine) {
      checker.unknown(
        at,
        'field-unknown',
        `field of ${owner.name}`,
        `$${own}`,
        owner.fields.map(field => `$${field.name}`),
      )
      continue
    }
    const why = unfit(mine, their, name)
    if (why) checker.add(at, 'narrowing-unfit', why)
  }
}

/** The reason for which no choice can be narrowed by these two fields. */
function unfit(mine: Field, their: Field, name: string): string | undefined {
  if (mine.name === name) return `"${name}" cannot narrow its own choices.`
  if (!mine.stored || !their.stored) return `"${mine.stored ? their.name : mine.name}" is not stored: nothing can be found by it.`
  if (mine.secret || their.secret) return 'A secret is compared with nothing.'
  if (mine.see !== undefined || their.see !== undefined)
    return `Not everybody reads "${mine.see === undefined ? their.name : mine.name}" ("see"): the choices would tell it.`
  const [to, same] = [mine.reference?.to, their.reference?.to]
  if (to !== same) return `"${mine.name}" and "${their.name}" do not refer to the same register.`
  const [own, other] = [mine, their].map(field => kindByName(field.kind).expressionType(field))
  return own === other && own !== 'map' && !own?.startsWith('list')
    ? undefined
    : `"${mine.name}" (${mine.kind}) has no value that "${their.name}" (${their.kind}) could have.`
}
