import { BoundedMemory } from '../../base/boundedMemory.ts'
import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { withoutUndefined } from '../../base/objects/withoutUndefined.ts'
import { registerOfRole } from '../../model/access/roles.ts'
import type { Model } from '../../model/model.ts'
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

async function readStoreFields(
  q: Queries,
  model: Model,
  storeId: number,
  refers: (register: string) => void,
): Promise<readonly StoreField[]> {
  const { rows } = await q.query<Row & { readonly [name: string]: unknown }>(
    `SELECT registro, campo, titulo, inicial FROM ${roleTable(model, 'fieldSettings')} WHERE "lojaId" = $1 AND registro <> '' AND campo <> '' ORDER BY registro, campo`,
    [storeId],
  )
  const read: StoreField[] = []
  for (const { registro, campo, titulo, inicial } of rows) {
    const isGone = inicial !== null && (await refersToNone(q, model, storeId, { registro, campo, inicial }, refers))
    read.push(
      withoutUndefined({
        registro,
        campo,
        titulo: titulo ?? undefined,
        inicial: inicial ?? undefined,
        invalido: isGone ? (true as const) : undefined,
      }),
    )
  }
  return read
}

/** Tells whether an initial value refers to a record that is not there. */
async function refersToNone(
  q: Queries,
  model: Model,
  storeId: number,
  { registro, campo, inicial }: { readonly registro: string; readonly campo: string; readonly inicial: string },
  refers: (register: string) => void,
): Promise<boolean> {
  const register = registerOf(model, registro)
  const field = register && fieldOf(register, campo)
  const target = model.registers[field?.reference?.to ?? '']
  const value = field && target ? readInitial(field, inicial) : undefined
  if (!target || !value?.ok) return false
  refers(baseOf(model, target.name))
  const { rowCount } = await q.query(
    `SELECT FROM "${target.table}" WHERE id = $1${target.scope === 'store' ? ' AND "lojaId" = $2' : ''}`,
    target.scope === 'store' ? [String(value.value), storeId] : [String(value.value)],
  )
  return rowCount === 0
}

const keys = new WeakMap<readonly StoreField[], string>()
const models = new WeakMap<Model, BoundedMemory<string, Model>>()

/** The Model as the caller's store sees it: the very same where it set nothing. Stores that set the same share one. */
export function modelForCaller(model: Model, { fields }: Pick<Caller, 'fields'>): Model {
  if (!fields) return model
  const known = memoizeByKey(models, model, () => new BoundedMemory<string, Model>('models of stores', { most: 100 }))
  const key = memoizeByKey(keys, fields, () => JSON.stringify(fields))
  return memoizeByKey(known, key, () => withStoreFields(model, fields))
}
