import type { AboutRule, ChildList, Model, Register } from '../../../model/model.ts'
import { type RegisterColumn, type Table, tableOf } from '../../query/table.ts'

/** The personal columns of a table: those that an erasure blanks, and those that a law orders to keep. */
export interface PersonalColumns {
  readonly table: Table
  readonly erased: readonly RegisterColumn[]
  readonly kept: readonly RegisterColumn[]
}

/** A register that holds something of people, with the rows of its own lists. */
export interface PersonalTable extends PersonalColumns {
  readonly about: AboutRule
  readonly lists: readonly (PersonalColumns & { readonly list: ChildList })[]
}

const nobodys: AboutRule = { whose: [], erase: 'blank' }
const known = new WeakMap<Model, readonly PersonalTable[]>()

/** Every register that holds something of people, as the definitions say; views of one table once. */
export function personalTables(model: Model): readonly PersonalTable[] {
  let tables = known.get(model)
  if (tables === undefined) {
    tables = Object.values(model.registers)
      .filter(({ parent, from, person, about }) => !parent && !from && (person || about))
      .map(register => personalTable(register, model))
    known.set(model, tables)
  }
  return tables
}

function personalTable(register: Register, model: Model): PersonalTable {
  const about = register.about ?? nobodys
  const own = columnsOf(tableOf(model, register.name), about)
  const lists = [...own.table.lists.values()].flatMap(list => {
    // Rows of another register are that one's to tell of.
    if (model.registers[list.register]?.parent?.register !== register.name) return []
    return [{ list, ...columnsOf(tableOf(model, list.register), about) }]
  })
  return { ...own, about, lists }
}

function columnsOf(table: Table, { keptByLaw }: AboutRule): PersonalColumns {
  const personal = table.columns.filter(({ field }) => field.personal !== undefined)
  const isKept = ({ field }: RegisterColumn): boolean => (keptByLaw ?? field.keptByLaw) !== undefined
  return { table, erased: personal.filter(column => !isKept(column)), kept: personal.filter(isKept) }
}

/** The law that orders to keep something of a table's rows; undefined when all goes. */
export const lawOf = ({ about, kept, lists }: PersonalTable): string | undefined =>
  about.keptByLaw ?? [...kept, ...lists.flatMap(each => each.kept)].find(({ field }) => field.keptByLaw)?.field.keptByLaw

/** Tells whether an erasure leaves nothing of it. */
export const losesAll = ({ about, erased, lists }: PersonalTable): boolean =>
  about.erase === 'remove' || erased.length > 0 || lists.some(each => each.erased.length > 0)
