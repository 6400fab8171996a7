import { kindByName } from '../../../kinds/values.ts'
import type { Model, Register } from '../../../model/model.ts'
import type { Queries } from '../../database/queries.ts'
import { restorePicture, withdrawPicture } from '../../files/replacedPictures.ts'
import { tableOf } from '../../query/table.ts'
import { roleTable } from '../../roleTable.ts'
import type { Service } from '../../service.ts'
import { type FileStorage, fileTrees } from '../../storage/fileStorage.ts'
import { historyName } from '../../write/writeHistory.ts'

/** Days for which a file stays that no record names: a form may be left open or a save wait for the network that long. */
const UNUSED_DAYS = 30

const HOUR = 3_600_000
/** The folder of each file has a name of this form, which is in the file's address and nowhere else. */
const NAME = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * Removes pictures and attachments that nothing names; how many. A record may come back by undo or from its history, and with it its file:
 * what any line of the history names is kept as long as the line, pictures where nobody is given them, so that only what was sent and never
 * saved goes.
 */
export async function removeUnusedFiles(
  { model, database, files, log }: Pick<Service, 'model' | 'database' | 'files' | 'log'>,
  now = Date.now(),
): Promise<number> {
  const owners = ownersOfFiles(model())
  const kept = await filesOf(files, new Set(owners.map(({ name }) => name)))
  if (kept.size === 0) return 0
  const inRecords = new Set(await namesInRecords(owners, model(), database.system))
  const inHistory = new Set(await namesInHistory(owners, model(), database.system))
  for (const [name, { keys }] of kept) await putRight(files, keys, { named: inRecords.has(name), known: inHistory.has(name) })
  const unused = new Map(
    [...kept].filter(
      ([name, { modifiedAt }]) => !inRecords.has(name) && !inHistory.has(name) && modifiedAt < now - UNUSED_DAYS * 24 * HOUR,
    ),
  )
  for (const { keys } of unused.values()) await files.remove(keys)
  if (unused.size > 0)
    await database.system.query('DELETE FROM system.sent_files WHERE name = ANY ($1::uuid[])', [[...unused.keys()]])
  if (unused.size > 0) log.info({ files: unused.size }, 'unused files removed')
  return unused.size
}

/** Names of the files that records of a store, or its history, name. */
export async function savedFileNames(model: Model, q: Queries, storeId: number): Promise<string[]> {
  const owners = ownersOfFiles(model)
  return [...(await namesInRecords(owners, model, q, storeId)), ...(await namesInHistory(owners, model, q, storeId))]
}

const keepsFiles = (register: Register): boolean => register.fields.some(({ kind }) => kindByName(kind).keeps !== undefined)

/** Registers whose records name files, themselves or by the rows of their lists, and those rows. */
const ownersOfFiles = (model: Model): Register[] => {
  const rows = new Set(Object.values(model.registers).filter(keepsFiles))
  return Object.values(model.registers).filter(
    register => rows.has(register) || register.lists.some(list => rows.has(model.registers[list.register] ?? register)),
  )
}

interface FileFolder {
  readonly keys: string[]
  /** Of the youngest file in it. */
  modifiedAt: number
}

/** Where a crash, or files that were away, left a replaced picture public, or one that was brought back not. */
async function putRight(
  files: FileStorage,
  keys: readonly string[],
  { named, known }: { named: boolean; known: boolean },
): Promise<void> {
  for (const key of keys) {
    const [tree, ...place] = key.split('/')
    if (tree === 'files' && known && !named) await withdrawPicture(files, place.join('/'))
    if (tree === 'withdrawn' && named) await restorePicture(files, place.join('/'))
  }
}

/** Folders of files of these registers, by their names. */
async function filesOf(storage: FileStorage, registers: ReadonlySet<string>): Promise<Map<string, FileFolder>> {
  const found = new Map<string, FileFolder>()
  for (const tree of fileTrees)
    for await (const { key, modifiedAt } of storage.list(tree)) {
      const [, , register = '', name = ''] = key.split('/')
      if (!registers.has(register) || !new RegExp(`^${NAME}$`).test(name)) continue
      const folder = found.get(name) ?? { keys: [], modifiedAt: 0 }
      found.set(name, folder)
      folder.keys.push(key)
      folder.modifiedAt = Math.max(folder.modifiedAt, modifiedAt)
    }
  return found
}

async function namesInRecords(owners: readonly Register[], model: Model, q: Queries, storeId?: number): Promise<string[]> {
  const columns = new Set(
    owners.flatMap(({ name, fields, scope }) => {
      const table = tableOf(model, name)
      const own = fields.filter(({ kind, stored }) => stored && kindByName(kind).keeps !== undefined)
      return own.flatMap(field => {
        const column = table.byName.get(field.name)
        const ofStore = storeId !== undefined && scope === 'store' ? ` AND "lojaId" = ${Number(storeId)}` : ''
        return column ? [`SELECT ${column.sql}::text AS value FROM ${table.sql} WHERE ${column.sql} IS NOT NULL${ofStore}`] : []
      })
    }),
  )
  return columns.size === 0 ? [] : namesFound([...columns].join(' UNION ALL '), [], q)
}

const namesInHistory = (owners: readonly Register[], model: Model, q: Queries, storeId?: number): Promise<string[]> =>
  namesFound(
    `SELECT concat(antes, ' ', depois) AS value FROM ${roleTable(model, 'history')} WHERE recurso = ANY ($1::text[])${
      storeId === undefined ? '' : ' AND "lojaId" IN (0, $2)'
    }`,
    [[...new Set(owners.map(historyName))], ...(storeId === undefined ? [] : [storeId])],
    q,
  )

async function namesFound(values: string, params: readonly unknown[], q: Queries): Promise<string[]> {
  const { rows } = await q.query<{ name: string }>(
    `SELECT DISTINCT found[1] AS name FROM (${values}) v, regexp_matches(v.value, '(${NAME})', 'g') found`,
    params,
  )
  return rows.map(({ name }) => name)
}
