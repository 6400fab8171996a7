import type { Field, Register } from '../../../model/model.ts'
import { fetchRowsPage, type RegisterRow } from '../../data/registerRows.ts'
import { matchFields, recordsByName, recordsOfKeys, valuesToAsk } from './matchImages.ts'

/** Characters of names in the address of one call, which servers in between may hold to 8 kB. */
const mostCharacters = 3_000
/** Rows of one call: names that are not unique may have many. */
const mostRows = 1_000

/** Finds the records of files by their names: first by the whole names, then the rest by parts of them, in calls of bounded length. */
export async function seekRecords(
  register: Register,
  view: { readonly field: string; readonly by: readonly string[] },
  files: readonly { readonly id: number; readonly keys: readonly string[] }[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, readonly RegisterRow[]>> {
  const fields = matchFields(register, view.by)
  const shown = [...new Set(['id', 'version', register.label, ...fields.map(field => field.name), view.field])]
  const rows = new Map<RegisterRow['id'], RegisterRow>()
  const ask = async (keys: readonly string[]): Promise<void> => {
    for (const part of partsOf(keys, fields)) {
      const or = fields.flatMap(field => {
        const inq = part.flatMap(key => valuesToAsk(key, field))
        return inq.length > 0 ? [{ [field.name]: { inq } }] : []
      })
      if (or.length === 0) continue
      const page = await fetchRowsPage(register.name, { where: { or }, fields: shown, limit: mostRows }, signal)
      for (const row of page.rows) rows.set(row.id, row)
    }
  }
  await ask(unique(files.flatMap(({ keys }) => keys.slice(0, 1))))
  const whole = recordsByName([...rows.values()], fields)
  await ask(unique(files.filter(({ keys }) => recordsOfKeys(keys, whole).length === 0).flatMap(({ keys }) => keys.slice(1))))
  const byName = recordsByName([...rows.values()], fields)
  return new Map(files.map(({ id, keys }) => [id, recordsOfKeys(keys, byName)]))
}

const unique = (keys: readonly string[]): readonly string[] => [...new Set(keys)]

/** The names, as many at a time as fit into an address. */
function partsOf(keys: readonly string[], fields: readonly Field[]): readonly (readonly string[])[] {
  const parts: string[][] = []
  let room = 0
  for (const key of keys) {
    const length = fields
      .flatMap(field => valuesToAsk(key, field))
      .reduce((sum: number, value) => sum + encodeURIComponent(JSON.stringify(value)).length + 3, 0)
    if (length === 0) continue
    if (parts.length === 0 || room < length) {
      parts.push([])
      room = mostCharacters
    }
    parts.at(-1)?.push(key)
    room -= length
  }
  return parts
}
