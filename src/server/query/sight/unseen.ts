import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import { isRecord, recordsIn } from '../../../base/record.ts'
import { hiddenFields } from '../../../model/access/sight.ts'
import type { Model, Rights } from '../../../model/model.ts'
import type { Problem } from '../../../model/problem.ts'
import { ApiError } from '../../error.ts'
import type { DataRow } from '../fetchPlanRows.ts'
import { type Table, tableOf } from '../table.ts'

/** Somebody who reads or writes records, in the product's definitions of now. */
export interface Reader {
  readonly model: Model
  readonly rights: Rights
}

/** The refusal of a filter, an order or a sum over a field that the caller may not read: its rows would tell the values. */
export const hiddenField = (field: string): ApiError => new ApiError(400, 'field-hidden', { field })

/** Refuses a field that the caller may not read. @throws ApiError */
export function demandSight({ register }: Table, names: Iterable<string>, rights: Rights): void {
  const hidden = hiddenFields(register, rights)
  for (const name of names) if (hidden.has(name)) throw hiddenField(name)
}

const hiding = new WeakMap<Rights, Map<string, boolean>>()

/** Tells whether anything of a record with its lists and what it refers to is hidden. */
function hidesAny({ register, lists, references, manyReferences }: Table, { model, rights }: Reader): boolean {
  const known = memoizeByKey(hiding, rights, () => new Map<string, boolean>())
  return memoizeByKey(known, register.name, () => {
    const others = [
      ...[...lists.values()].map(list => list.register),
      ...[...references.values()].map(({ field }) => field.reference?.to ?? ''),
      ...[...manyReferences.values()].map(({ field }) => field.references?.to ?? ''),
    ]
    const all = others.flatMap(name => model.registers[name] ?? [])
    const below = all.flatMap(one => one.lists.flatMap(list => model.registers[list.register] ?? []))
    return [register, ...all, ...below].some(one => hiddenFields(one, rights).size > 0)
  })
}

/** Returns a record without what its reader may not see: of its own fields, of its rows, and of what it and they refer to. */
export function withoutUnseen(row: DataRow, table: Table, reader: Reader): DataRow {
  const hidden = hiddenFields(table.register, reader.rights)
  const nested = hidesAny(table, reader)
  if (!nested && hidden.size === 0) return row
  const below = (name: string, value: unknown): unknown => {
    const list = table.lists.get(name)
    if (list) return recordsIn(value).map(child => withoutUnseen(child, tableOf(reader.model, list.register), reader))
    const many = table.manyReferences.get(name)?.field.references
    if (many) return recordsIn(value).map(one => withoutUnseen(one, tableOf(reader.model, many.to), reader))
    const reference = table.references.get(name)?.field.reference
    if (!reference || !isRecord(value) || !reader.model.registers[reference.to]) return value
    return withoutUnseen(value, tableOf(reader.model, reference.to), reader)
  }
  const isHidden = (name: string): boolean =>
    hidden.has(name) || hidden.has((table.references.get(name) ?? table.manyReferences.get(name))?.name ?? '')
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      if (isHidden(name)) return []
      const isNested = value !== null && typeof value === 'object'
      return [[name, isNested ? below(name, value) : value] as const]
    }),
  )
}

/** Returns the problems of bodies that say fields which their sender may not read: what cannot be seen is not overwritten, and no guess is answered. */
export function unseenProblems(body: DataRow, table: Table, reader: Reader): Problem[] {
  if (!hidesAny(table, reader)) return []
  const hidden = hiddenFields(table.register, reader.rights)
  const own = Object.keys(body).filter(name => body[name] !== undefined && hidden.has(name))
  const rows = [...table.lists.values()].flatMap(list =>
    recordsIn(body[list.name]).flatMap((row, index) =>
      unseenProblems(row, tableOf(reader.model, list.register), reader).map(problem => ({
        ...problem,
        path: `${list.name}.${index}.${problem.path}`,
      })),
    ),
  )
  return [...own.map(path => ({ path, code: 'field-hidden-write' })), ...rows]
}
