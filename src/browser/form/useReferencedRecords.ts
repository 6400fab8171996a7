import { useEffect } from 'react'
import { computedDefault } from '../../model/defaults.ts'
import {
  type MembersByReference,
  readsReferences,
  referenceReadsOf,
  referencesOf,
} from '../../model/expression/referenceReads.ts'
import { includedRecord } from '../../model/expression/row.ts'
import type { Register } from '../../model/model.ts'
import { fieldOf } from '../../model/register.ts'
import { call } from '../data/api.ts'
import { type DraftRow, type FieldValues, isFieldValues } from './draft/draftRows.ts'
import { equal, isEmptyValue } from './draft/equal.ts'
import type { FormShared } from './formContext.ts'

/** Records by register and key: as far as they were read, or `null` while they are asked for and where they cannot be had. */
type Found = Map<string, FieldValues | null>

/** Fields that were filled by a default and not by a person, and with what. */
type Filled = Map<string, unknown>

const keyOf = (register: string, id: unknown): string => `${register} ${String(id)}`

/**
 * Fetches the records that expressions read when one is chosen, and puts them beside their keys; defaults that come from there follow, as long as
 * nobody wrote anything else.
 */
export function useReferencedRecords({ store, model, register, origin }: FormShared): void {
  useEffect(() => {
    if (!readsReferences(model, register)) return
    const { own, rows } = referenceReadsOf(model, register)
    const found: Found = new Map()
    const filled: Filled = new Map()
    let standing = true
    const fetchMissing = async (wanted: ReadonlyMap<string, Wanted>): Promise<void> => {
      for (const { to, id } of wanted.values()) found.set(keyOf(to, id), null)
      const groups = Map.groupBy(wanted.values(), ({ to }) => to)
      await Promise.all([...groups].map(([to, some]) => fetchRecords(to, some, found, model.registers[to]?.label ?? 'id')))
      if (standing) look()
    }
    const look = (): void => {
      const draft = store.shown()
      const wanted = new Map<string, Wanted>()
      const beside = lackingRecords(draft.values, register, own, found, wanted)
      if (beside) {
        const values = { ...draft.values, ...beside }
        const defaults = draft.isNew ? defaultsFrom(register, values, Object.keys(beside), '', filled, { model, origin }) : {}
        store.put({ ...beside, ...defaults })
        return
      }
      for (const [list, members] of rows) {
        const child = model.registers[register.lists.find(({ name }) => name === list)?.register ?? '']
        if (!child) continue
        const change = (row: DraftRow): DraftRow => {
          const more = row.removed ? undefined : lackingRecords(row.values, child, members, found, wanted)
          if (!more) return row
          const values = { ...row.values, ...more }
          const place = `${list} ${row.key} `
          const around = { model, origin: { ...origin, parent: draft.values } }
          const defaults = row.base ? {} : defaultsFrom(child, values, Object.keys(more), place, filled, around)
          return { ...row, values: { ...values, ...defaults } }
        }
        const all = draft.rows[list] ?? []
        const next = all.map(change)
        if (next.some((row, at) => row !== all[at])) {
          store.rows(list, now => now.map(change))
          return
        }
      }
      if (wanted.size > 0) void fetchMissing(wanted)
    }
    const stop = store.subscribe(look)
    look()
    return () => {
      standing = false
      stop()
    }
  }, [store, model, register, origin])
}

interface Wanted {
  readonly to: string
  readonly id: unknown
  readonly members: ReadonlySet<string>
}

/** Records that are read and not beside their keys yet; those that are not read are noted as wanted. */
function lackingRecords(
  values: FieldValues,
  register: Register,
  members: MembersByReference,
  found: Found,
  wanted: Map<string, Wanted>,
): FieldValues | undefined {
  const beside: Record<string, unknown> = {}
  for (const [name, read] of members) {
    const reference = fieldOf(register, name)?.reference
    const id = values[name]
    if (!reference || isEmptyValue(id)) continue
    const included = includedRecord(values, name, reference.as)
    if (included && [...read].every(member => member in included)) continue
    const known = found.get(keyOf(reference.to, id))
    if (known) beside[reference.as] = { ...included, ...known }
    else if (known === undefined) wanted.set(`${reference.to} ${String(id)} ${name}`, { to: reference.to, id, members: read })
  }
  return Object.keys(beside).length > 0 ? beside : undefined
}

async function fetchRecords(to: string, wanted: readonly Wanted[], found: Found, label: string): Promise<void> {
  const fields = [...new Set(['id', label, ...wanted.flatMap(({ members }) => [...members])])]
  const filter = { where: { id: { inq: wanted.map(({ id }) => id) } }, fields, limit: wanted.length }
  // Without them the form goes on: the server reads them itself, or says why it cannot.
  const rows = await call<readonly FieldValues[]>('GET', `${to}/list`, { query: { filter: JSON.stringify(filter) } }).then(
    ({ data }) => data,
    () => [],
  )
  const empty = Object.fromEntries(fields.map(name => [name, null]))
  for (const row of rows) if (isFieldValues(row)) found.set(keyOf(to, row.id), { ...empty, ...row })
}

/** Defaults that read one of these records, for fields that are empty or hold what an earlier one gave. */
function defaultsFrom(
  register: Register,
  values: FieldValues,
  references: readonly string[],
  place: string,
  filled: Filled,
  { model, origin }: Pick<FormShared, 'model' | 'origin'>,
): FieldValues {
  const defaults: Record<string, unknown> = {}
  for (const field of register.fields) {
    const { name, defaultWhen } = field
    if (defaultWhen === undefined || !referencesOf(model, register, defaultWhen).some(as => references.includes(as))) continue
    const key = `${place}${name}`
    if (!isEmptyValue(values[name]) && !(filled.has(key) && equal(values[name], filled.get(key)))) continue
    const value = computedDefault(model, register.name, field, { ...origin, record: values, isNew: true })
    if (value === undefined) continue
    defaults[name] = value
    filled.set(key, value)
  }
  return defaults
}
