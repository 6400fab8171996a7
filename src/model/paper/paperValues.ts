import { isRecord, recordsIn } from '../../base/record.ts'
import { asValue } from '../../kinds/asValue.ts'
import type { ValueOptions } from '../../kinds/kind.ts'
import { referenceText } from '../../kinds/reference/referenceText.ts'
import { kindByName } from '../../kinds/values.ts'
import { targetOf } from '../field.ts'
import type { Field, Model, Register } from '../model.ts'
import { fieldOf } from '../register.ts'
import { isUnset } from '../validation/unsetValue.ts'
import type { PaperRow } from './paperRow.ts'
import { paperText } from './paperText.ts'

/** A field that a paper names, with the way to its value: of the record, or of what that refers to. */
export interface NamedField {
  readonly field: Field
  /** The record of a reference in which the value is. */
  readonly through?: string
  /** The register that a reference points to, whose label is shown for its key. */
  readonly target?: Register
}

/** Finds `nome` or `grupo.nome`; nothing where the register has none. */
export function namedField(model: Model, register: Register, path: string): NamedField | undefined {
  const [first = '', member] = path.split('.')
  if (member === undefined) {
    const field = fieldOf(register, first)
    const points = field && targetOf(field)
    const target = points && model.registers[points.to]
    return field && (target ? { field, target } : { field })
  }
  const reference = register.fields.find(each => each.reference?.as === first)?.reference
  const field = fieldOf(model.registers[reference?.to ?? ''] ?? register, member)
  return reference && field ? { field, through: first } : undefined
}

/** The value of a field as it is kept; none where that says that nothing was chosen. */
export function namedValue({ field, through }: NamedField, row: PaperRow): unknown {
  const record = through === undefined ? row : row[through]
  const value = isRecord(record) ? record[field.name] : undefined
  return isUnset(field, value) ? null : value
}

/** The value of a field as people read it; empty where there is none. */
export function namedText(named: NamedField, row: PaperRow, zone: string): string {
  const { field, target } = named
  const value = namedValue(named, row)
  if (target && field.references)
    return paperText(
      recordsIn(row[field.references.as])
        .map(one => labelIn(one, target))
        .join(', '),
    )
  const referred = target && field.reference && row[field.reference.as]
  if (target && isRecord(referred))
    return paperText(referenceText(field.reference, keyIn(referred.id), labelIn(referred, target)))
  return shownValue(value, field, zone)
}

const keyIn = (id: unknown): string | number => (typeof id === 'number' ? id : String(id))

/** The label of what a field refers to, which may be a number. */
const labelIn = (record: PaperRow, { label }: Register): string => String(record[label] ?? record.id ?? '')

/** A value of a kind as people read it. */
export const shownValue = (value: unknown, options: ValueOptions, zone: string): string =>
  value === null || value === undefined ? '' : paperText(kindByName(options.kind).format(asValue(value), { ...options, zone }))
