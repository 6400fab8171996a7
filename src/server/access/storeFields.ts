import { BoundedMemory } from '../../base/boundedMemory.ts'
import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import { registerOfRole } from '../../model/access/roles.ts'
import { targetOf } from '../../model/field.ts'
import type { Model, Register } from '../../model/model.ts'
import { readInitial } from '../../model/own/initialValue.ts'
import type { StoreField } from '../../model/own/storeField.ts'
import { withStoreFields } from '../../model/own/withStoreFields.ts'
import { fieldOf, registerOf } from '../../model/register.ts'
import type { Queries } from '../database/queries.ts'
import { roleTable } from '../roleTable.ts'
import type { Caller } from './caller.ts'
import type { RegisterChange } from './registerChange.ts'
import { remembered } from './remembered.ts'

/** The names and initial values that stores gave fields, remembered for a moment. */
export interface StoreFields {
  /** Those of a store; undefined where it set nothing. */
  of(storeId: number | null): Promise<readonly StoreField[] | undefined>
  /** Drops what a change may have made wrong; tells whether callers have to be asked for anew. */
  forget(change?: RegisterChange): boolean
}

interface Row {
  readonly registro: string
  readonly campo: string
  readonly titulo: string | null
  readonly inicial: string | null
}

/** Reads what stores set, as the register of the role `fieldSettings` keeps it. */
export function createStoreFields(q: Queries, model: () => Model): StoreFields {
  const known = remembered<readonly StoreField[] | undefined>('fields of stores')
  /** Registers to whose records initial values refer, of all stores that are remembered. */
  const referred = new Set<string>()
  return {
    of(storeId) {
      if (storeId === null || storeId === 0 || !registerOfRole(model(), 'fieldSettings')) return Promise.resolve(undefined)
      return known.get(`${storeId}`, async () => {
        const found = await readStoreFields(q, model(), storeId, register => referred.add(register))
        return found.length === 0 ? undefined : found
      })
    },
    forget(change) {
      const isOurs = change === undefined || model().registers[change.register]?.role === 'fieldSettings'
      if (!isOurs && !(referred.has(baseOf(model(), change.register)) && change.removed !== undefined)) return false
      if (isOurs && change && change.lojaId !== null) known.drop(`${change.lojaId}`)
      else known.clear()
      return true
    },
  }
}

const baseOf = (model: Model, name: string): string => model.registers[name]?.from?.register ?? name

/** Returns all that a store set of its fields, with a word where a record to which an initial value refers is gone. `refers` hears of the registers of such records. */
export async function readStoreFields(
  q: Queries,
  model: Model,
  storeId: number,
  refers: (register: string) => void = () => undefined,
): Promise<readonly StoreField[]> {
  const { rows } = await q.query<Row & { readonly [name: string]: unknown }>(
    `SELECT registro, campo, titulo, inicial FROM ${roleTable(model, 'fieldSettings')} WHERE "lojaId" = $1 AND registro <> '' AND campo <> '' ORDER BY registro, campo`,
    [storeId],
  )
  const referring = rows.flatMap(row => referredBy(model, row) ?? [])
  const gone = new Set<Row>()
  // One statement a register, side by side.
  await Promise.all(
    [...Map.groupBy(referring, ({ target }) => target)].map(async ([target, all]) => {
      refers(baseOf(model, target.name))
      const known = await keysIn(q, target, storeId, [...new Set(all.flatMap(each => each.keys))])
      for (const { row, keys } of all) if (!keys.every(key => known.has(key))) gone.add(row)
    }),
  )
  return rows.map(row => {
    const { registro, campo, titulo, inicial } = row
    const invalido = gone.has(row) ? (true as const) : undefined
    return withoutUndefined({ registro, campo, titulo: titulo ?? undefined, inicial: inicial ?? undefined, invalido })
  })
}

/** The records to which an initial value refers; undefined where it is none that refers to any. */
function referredBy(
  model: Model,
  row: Row,
): { readonly row: Row; readonly target: Register; readonly keys: string[] } | undefined {
  const register = registerOf(model, row.registro)
  const field = register && fieldOf(register, row.campo)
  const target = model.registers[(field && targetOf(field))?.to ?? '']
  const value = field && target && row.inicial !== null ? readInitial(field, row.inicial) : undefined
  return target && value?.ok ? { row, target, keys: [value.value].flat().map(String) } : undefined
}

async function keysIn(q: Queries, { table, scope }: Register, storeId: number, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await q.query<{ id: unknown }>(
    `SELECT id FROM "${table}" WHERE id = ANY($1)${scope === 'store' ? ' AND "lojaId" = $2' : ''}`,
    scope === 'store' ? [keys, storeId] : [keys],
  )
  return new Set(rows.map(({ id }) => String(id)))
}

const keys = new WeakMap<readonly StoreField[], string>()
const models = new WeakMap<Model, BoundedMemory<string, Model>>()

/** The Model as the caller's store sees it: the very same where it set nothing. Stores that set the same share one. */
export function modelForCaller(model: Model, { fields }: Pick<Caller, 'fields'>): Model {
  if (!fields) return model
  const known = memoizeByKey(models, model, () => new BoundedMemory<string, Model>('models of stores', { most: 1000 }))
  const key = memoizeByKey(keys, fields, () => JSON.stringify(fields))
  return memoizeByKey(known, key, () => withStoreFields(model, fields))
}
