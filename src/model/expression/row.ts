import { isRecord } from '../../base/record.ts'
import type { Choice, Kind } from '../../kinds/kind.ts'
import { kindByName as kindOf } from '../../kinds/values.ts'
import type { Field, Model, Register } from '../model.ts'
import { fieldToCel } from './convert.ts'

/** How one name of a row or scope is typed and read. */
export interface RowMember {
  /** Values that it may have, where they are options. */
  readonly choices?: readonly Choice[] | undefined
  /** Its relation to time: text all the same, and only alike is compared. */
  readonly time?: Kind['time']
  /** CEL type: `decimal`, `list<row.produtos>`, `row.grupos`, `dyn`. */
  readonly type: string
  /** The value inside expressions, from the record. */
  read(record: Readonly<Record<string, unknown>>): unknown
}

export type RowMembers = Readonly<Record<string, RowMember>>

/** Name of the CEL type of a register's record. */
export const rowType = (register: string): string => `row.${register}`

const member = (field: Field): RowMember => ({
  choices: field.choices,
  time: kindOf(field.kind).time,
  type: kindOf(field.kind).expressionType(field),
  read: record => fieldToCel(record[field.name], field),
})

/** Members for the fields alone. */
export const fieldMembers = (fields: readonly Field[]): Record<string, RowMember> =>
  Object.fromEntries(fields.map(field => [field.name, member(field)]))

/** The record that a reference points to, where it is beside the key and is the one that the key names. */
export function includedRecord(
  record: Readonly<Record<string, unknown>>,
  name: string,
  as: string,
): Record<string, unknown> | undefined {
  const included = record[as]
  if (!isRecord(included)) return undefined
  const key = record[name]
  const same = included.id === undefined || key === undefined || String(included.id) === String(key)
  return same ? included : undefined
}

/** A record inside expressions. Each register has a class of its own, for CEL tells types by class. */
class Row {
  readonly $record: Readonly<Record<string, unknown>>
  constructor(record: Readonly<Record<string, unknown>>) {
    this.$record = record
  }
}

/** Makes records of registers into rows: each member is converted when it is read, so that unused ones cost nothing. */
export class RowTypes {
  readonly classes = new Map<string, typeof Row>()
  private readonly members = new Map<string, RowMembers>()

  constructor(model: Pick<Model, 'registers'>) {
    for (const register of Object.values(model.registers)) this.classes.set(register.name, class extends Row {})
    for (const register of Object.values(model.registers)) this.complete(register)
  }

  /** Gives a register's class a getter for every member. */
  private complete(register: Register): void {
    const members = this.membersOf(register)
    this.members.set(register.name, members)
    const prototype = this.classes.get(register.name)?.prototype
    for (const [name, each] of Object.entries(members)) {
      if (prototype === undefined || name === 'constructor') continue
      Object.defineProperty(prototype, name, {
        get(this: Row) {
          return each.read(this.$record)
        },
      })
    }
  }

  /** Types of the members of a register's rows. */
  typesOf(register: string): Record<string, string> {
    return Object.fromEntries(Object.entries(this.members.get(register) ?? {}).map(([name, each]) => [name, each.type]))
  }

  /** Type of one member of a register's rows. */
  typeOf(register: string, member: string): string | undefined {
    return this.members.get(register)?.[member]?.type
  }

  /** A member of a register's rows. */
  memberOf(type: string, name: string): RowMember | undefined {
    return this.members.get(type.slice(rowType('').length))?.[name]
  }

  /** A record as a row; nothing included is a row of empty fields. */
  row(register: string, record: unknown): unknown {
    const Class = this.classes.get(register)
    return Class ? new Class(isRecord(record) ? record : {}) : null
  }

  /** Fields, child lists, and included records of a register, by name. A field wins over a relation of the same name. */
  membersOf(register: Register): Record<string, RowMember> {
    const all: Record<string, RowMember> = {}
    for (const { name, reference } of register.fields) {
      if (!reference || !this.classes.has(reference.to)) continue
      all[reference.as] = {
        type: rowType(reference.to),
        read: record => this.row(reference.to, includedRecord(record, name, reference.as)),
      }
    }
    for (const list of register.lists) {
      if (!this.classes.has(list.register)) continue
      all[list.name] = { type: `list<${rowType(list.register)}>`, read: record => this.rows(list.register, record[list.name]) }
    }
    return { ...all, ...fieldMembers(register.fields), deletar: { type: 'bool', read: record => record.deletar === true } }
  }

  /** Rows of a child list, without those that are marked to go. */
  private rows(register: string, list: unknown): unknown[] {
    return (Array.isArray(list) ? list : [])
      .filter(each => isRecord(each) && each.deletar !== true)
      .map(each => this.row(register, each))
  }
}
