import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { kindByName } from '../../../kinds/values.ts'
import type { Model, Register } from '../../../model/model.ts'
import type { Queries, Service } from '../../access/caller.ts'
import { tableOf } from '../../query/table.ts'
import { roleTable } from '../../roleTable.ts'
import { historyName } from '../../write/writeHistory.ts'

/** Days for which a file stays that no record names: a form may be left open or a save wait for the network that long. */
const UNUSED_DAYS = 30
/** Hours after which a file that was begun is one that a crash cut short. */
const DRAFT_HOURS = 1

const HOUR = 3_600_000
const trees = ['files', 'attachments'] as const
/** The folder of each file has a name of this form, which is in the file's address and nowhere else. */
const NAME = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Removes what crashes left of files that were being written. */
export async function removeDrafts(dataDir: string, now = Date.now()): Promise<void> {
  for (const tree of trees)
    for (const entry of await readdir(join(dataDir, tree), { recursive: true, withFileTypes: true }).catch(() => [])) {
      const path = join(entry.parentPath, entry.name)
      const left = entry.isFile() && /^\..*\.part$/.test(entry.name)
      if (left && (await isOlder(path, now - DRAFT_HOURS * HOUR))) await rm(path, { force: true })
    }
}

/**
 * Removes pictures and attachments that nothing names. A record may come back by undo or from its history, and with it its file: what
 * any line of the history names is kept as long as the line, so that only what was sent and never saved goes.
 */
export async function removeUnusedFiles(
  { model, database, dataDir, log }: Pick<Service, 'model' | 'database' | 'dataDir' | 'log'>,
  now = Date.now(),
): Promise<number> {
  const owners = ownersOfFiles(model())
  const unused = await oldFiles(dataDir, new Set(owners.map(({ name }) => name)), now - UNUSED_DAYS * 24 * HOUR)
  if (unused.size > 0) for (const name of await namesInRecords(owners, model(), database.system)) unused.delete(name)
  if (unused.size > 0) for (const name of await namesInHistory(owners, model(), database.system)) unused.delete(name)
  for (const folder of unused.values()) await rm(folder, { recursive: true, force: true })
  if (unused.size > 0) log.info({ files: unused.size }, 'unused files removed')
  return unused.size
}

const keepsFiles = (register: Register): boolean => register.fields.some(({ kind }) => kindByName(kind).keeps !== undefined)

/** Registers whose records name files, themselves or by the rows of their lists, and those rows. */
const ownersOfFiles = (model: Model): Register[] => {
  const rows = new Set(Object.values(model.registers).filter(keepsFiles))
  return Object.values(model.registers).filter(
    register => rows.has(register) || register.lists.some(list => rows.has(model.registers[list.register] ?? register)),
  )
}

/** Folders of files of these registers that are older than the moment, by their names. */
async function oldFiles(dataDir: string, registers: ReadonlySet<string>, before: number): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const tree of trees)
    for (const store of await namesIn(join(dataDir, tree)))
      for (const register of (await namesIn(join(dataDir, tree, store))).filter(name => registers.has(name)))
        for (const name of await namesIn(join(dataDir, tree, store, register))) {
          const folder = join(dataDir, tree, store, register, name)
          if (new RegExp(`^${NAME}$`).test(name) && (await isOlder(folder, before))) found.set(name, folder)
        }
  return found
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

const isOlder = async (path: string, moment: number): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.mtimeMs < moment
}

async function namesInRecords(owners: readonly Register[], model: Model, q: Queries): Promise<string[]> {
  const columns = new Set(
    owners.flatMap(({ name, fields }) => {
      const table = tableOf(model, name)
      const own = fields.filter(({ kind, stored }) => stored && kindByName(kind).keeps !== undefined)
      return own.flatMap(field => {
        const column = table.byName.get(field.name)
        return column ? [`SELECT ${column.sql}::text AS value FROM ${table.sql} WHERE ${column.sql} IS NOT NULL`] : []
      })
    }),
  )
  return columns.size === 0 ? [] : namesFound([...columns].join(' UNION ALL '), [], q)
}

const namesInHistory = (owners: readonly Register[], model: Model, q: Queries): Promise<string[]> =>
  namesFound(
    `SELECT concat(antes, ' ', depois) AS value FROM ${roleTable(model, 'history')} WHERE recurso = ANY ($1::text[])`,
    [[...new Set(owners.map(historyName))]],
    q,
  )

async function namesFound(values: string, params: readonly unknown[], q: Queries): Promise<string[]> {
  const { rows } = await q.query<{ name: string }>(
    `SELECT DISTINCT found[1] AS name FROM (${values}) v, regexp_matches(v.value, '(${NAME})', 'g') found`,
    params,
  )
  return rows.map(({ name }) => name)
}
