import { memoizeByKey } from '../../base/memoizeByKey.ts'
import { recordsIn } from '../../base/record.ts'
import { kindByName } from '../../kinds/values.ts'
import type { Model, Register } from '../../model/model.ts'
import type { Queries } from '../database/queries.ts'
import { type Table, tableOf } from '../query/table.ts'
import type { Service } from '../service.ts'
import { type FileStorage, isFileKey } from '../storage/fileStorage.ts'

/**
 * A picture that a record no longer names is out of its public address at once. As long as
 * the history names it, it lies below `withdrawn`, where nobody is given it: taking the change back brings it back.
 */

type Row = Readonly<Record<string, unknown>>

const PUBLIC = '/files/'
const publicKey = (place: string): string => `files/${place}`
const withdrawnKey = (place: string): string => `withdrawn/${place}`

const pictureFields = new WeakMap<Register, readonly string[]>()

const pictureFieldsOf = (register: Register): readonly string[] =>
  memoizeByKey(pictureFields, register, () =>
    register.fields.filter(({ kind, stored }) => stored && kindByName(kind).keeps === 'picture').map(({ name }) => name),
  )

/** Where a record names pictures: its own fields, and those of the rows of its lists. */
interface PicturePlaces {
  readonly own: readonly string[]
  readonly lists: readonly { readonly name: string; readonly fields: readonly string[] }[]
}

const places = new WeakMap<Table, PicturePlaces | null>()

/** Returns where records of a table name pictures; null where they name none, as most do: every save asks. */
const placesOf = (table: Table, model: Model): PicturePlaces | null =>
  memoizeByKey(places, table, () => {
    const own = pictureFieldsOf(table.register)
    const lists = [...table.lists.values()]
      .map(({ name, register }) => ({ name, fields: pictureFieldsOf(tableOf(model, register).register) }))
      .filter(({ fields }) => fields.length > 0)
    return own.length + lists.length > 0 ? { own, lists } : null
  })

/** The addresses of our own pictures that a state of a record names, itself or by the rows of its lists. */
function picturesIn(state: Row | null, { own, lists }: PicturePlaces): Set<string> {
  const found = new Set<string>()
  const take = (row: Row, names: readonly string[]): void => {
    for (const name of names) {
      const value = row[name]
      if (typeof value === 'string' && value.startsWith(PUBLIC)) found.add(value)
    }
  }
  if (!state) return found
  take(state, own)
  for (const { name, fields } of lists) for (const row of recordsIn(state[name])) take(row, fields)
  return found
}

/** Pictures that a change of a record no longer names, and those that it names now. */
export interface PictureChange {
  readonly gone: readonly string[]
  readonly named: readonly string[]
}

/** Returns the change of a record as its pictures see it; undefined where they stay. */
export function pictureChange(before: Row | null, after: Row | null, table: Table, model: Model): PictureChange | undefined {
  const named = placesOf(table, model)
  if (!named) return undefined
  const [was, is] = [picturesIn(before, named), picturesIn(after, named)]
  const change = { gone: [...was.difference(is)], named: [...is.difference(was)] }
  return change.gone.length + change.named.length > 0 ? change : undefined
}

/**
 * Follows changes of a store's records that stand: pictures that no record names any more leave their public address, those that one names
 * again are back at it. Only pictures of the store itself: an address alone gives nobody a hold on another store's. Where files are away
 * for the moment, the daily job does it.
 */
export async function followPictures(service: Service, storeId: number, changes: readonly PictureChange[]): Promise<void> {
  const own = (addresses: Iterable<string>): string[] =>
    [...addresses].filter(address => address.startsWith(`${PUBLIC}${storeId}/`))
  const asked = own(new Set(changes.flatMap(({ gone, named }) => [...gone, ...named])))
  if (asked.length === 0) return
  try {
    const named = await namedPictures(service.model(), service.database.system, storeId, asked)
    for (const address of asked) await (named.has(address) ? restorePicture : withdrawPicture)(service.files, placeOf(address))
  } catch (error) {
    service.log.warn({ err: error }, 'pictures not moved')
  }
}

const placeOf = (address: string): string => address.slice(PUBLIC.length)

/** Takes a picture out of its public address; `place` is its key without the tree. */
export const withdrawPicture = (files: FileStorage, place: string): Promise<void> =>
  move(files, publicKey(place), withdrawnKey(place))

/** Gives a picture its public address back. */
export const restorePicture = (files: FileStorage, place: string): Promise<void> =>
  move(files, withdrawnKey(place), publicKey(place))

async function move(files: FileStorage, from: string, to: string): Promise<void> {
  const bytes = isFileKey(from) ? await files.read(from) : undefined
  if (!bytes) return
  await files.keep(to, bytes)
  await files.remove([from])
}

/** Which of these addresses records of the store name now. */
async function namedPictures(model: Model, q: Queries, storeId: number, addresses: readonly string[]): Promise<Set<string>> {
  const columns = new Set(
    Object.values(model.registers).flatMap(register => {
      const { sql, byName } = tableOf(model, register.name)
      const store = register.scope === 'store' ? ` AND "lojaId" = $1::bigint` : ' AND $1::bigint IS NOT NULL'
      return pictureFieldsOf(register).flatMap(name => {
        const column = byName.get(name)?.sql
        return column ? [`SELECT ${column} AS value FROM ${sql} WHERE ${column} = ANY ($2::text[])${store}`] : []
      })
    }),
  )
  if (columns.size === 0) return new Set()
  const { rows } = await q.query<{ value: string }>([...columns].join(' UNION '), [storeId, [...addresses]])
  return new Set(rows.map(({ value }) => value))
}
