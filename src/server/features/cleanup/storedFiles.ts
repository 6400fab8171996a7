import { kindByName } from '../../../kinds/values.ts'
import type { Model, Register } from '../../../model/model.ts'
import type { Queries, Service } from '../../access/caller.ts'
import { tableOf } from '../../query/table.ts'
import { roleTable } from '../../roleTable.ts'
import { type FileHome, fileTrees } from '../../storage/fileHome.ts'
import { historyName } from '../../write/writeHistory.ts'

/** Days for which a file stays that no record names: a form may be left open or a save wait for the network that long. */
const UNUSED_DAYS = 30

const HOUR = 3_600_000
/** The folder of each file has a name of this form, which is in the file's address and nowhere else. */
const NAME = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * Removes pictures and attachments that nothing names. A record may come back by undo or from its history, and with it its file: what
 * any line of the history names is kept as long as the line, so that only what was sent and never saved goes.
 */
export async function removeUnusedFiles(
  { model, database, files, log }: Pick<Service, 'model' | 'database' | 'files' | 'log'>,
  now = Date.now(),
): Promise<number> {
  const owners = ownersOfFiles(model())
  const unused = await oldFiles(files, new Set(owners.map(({ name }) => name)), now - UNUSED_DAYS * 24 * HOUR)
  if (unused.size > 0) for (const name of await namesInRecords(owners, model(), database.system)) unused.delete(name)
  if (unused.size > 0) for (const name of await namesInHistory(owners, model(), database.system)) unused.delete(name)
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

/** Folders of files of these registers that are older than the moment, by their names. */
async function oldFiles(home: FileHome, registers: ReadonlySet<string>, before: number): Promise<Map<string, FileFolder>> {
  const found = new Map<string, FileFolder>()
  for (const tree of fileTrees)
    for await (const { key, modifiedAt } of home.list(tree)) {
      const [, , register = '', name = ''] = key.split('/')
      if (!registers.has(register) || !new RegExp(`^${NAME}$`).test(name)) continue
      const folder = found.get(name) ?? { keys: [], modifiedAt: 0 }
      found.set(name, folder)
      folder.keys.push(key)
      folder.modifiedAt = Math.max(folder.modifiedAt, modifiedAt)
    }
  for (const [name, { modifiedAt }] of found) if (modifiedAt >= before) found.delete(name)
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
