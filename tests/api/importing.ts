import { readCsv } from '../../src/base/csv.ts'
import { matchHeader } from '../../src/model/import/header.ts'
import { createRowReader } from '../../src/model/import/row.ts'
import type { Import, Model } from '../../src/model/model.ts'
import { formatProblem } from '../../src/model/text.ts'
import type { ImportRowResult } from '../../src/server/import/rows.ts'
import { openShop, type Shop, type TestCaller } from './shop.ts'

/** What became of a file: per line its outcome, or why it was not even sent. */
export interface Imported {
  readonly statuses: readonly string[]
  /** Texts of what was wrong, by line of the file (the header is 1). */
  readonly texts: Readonly<Record<number, readonly string[]>>
  readonly ids: readonly unknown[]
}

/** The import of that name. */
export const importOf = (model: Model, name: string): Import => {
  const load = model.imports[name]
  if (!load) throw new Error(`No import ${name}`)
  return load
}

/** Reads a file as the page does, and sends what it could read as the page does, in one batch. */
export async function importText(
  shop: Shop,
  name: string,
  text: string,
  who: TestCaller,
  { skip = false, change = false, lojaId = 1 }: { skip?: boolean; change?: boolean; lojaId?: number } = {},
): Promise<Imported> {
  const load = importOf(shop.model, name)
  const csv = readCsv(new TextEncoder().encode(text))
  const read = createRowReader(shop.model, load, matchHeader(load, csv.header))
  const texts: Record<number, string[]> = {}
  const rows = csv.rows.map((cells, at) => {
    const line = csv.lines[at] ?? 0
    const { record, problems } = read(cells, line)
    if (problems.length > 0) texts[line] = problems.map(problem => formatProblem(shop.model, problem))
    return { line, record, broken: problems.length > 0 }
  })
  const stop = rows.findIndex(({ broken }) => broken)
  const sent = skip ? rows.filter(({ broken }) => !broken) : stop < 0 ? rows : rows.slice(0, stop)
  const { status, body } = await shop.as(who)('POST', `/api/imports/${name}`, {
    lojaId,
    skip,
    change,
    rows: sent.map(({ record }) => record),
  })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  const results = (body as { rows: ImportRowResult[] }).rows
  for (const [at, { details }] of results.entries()) {
    const line = sent[at]?.line ?? 0
    if (details) texts[line] = details.map(({ message }) => message)
  }
  const byLine = new Map(sent.map(({ line }, at) => [line, results[at]]))
  return {
    statuses: rows.map(({ line, broken }) => byLine.get(line)?.status ?? (broken ? 'failed' : 'waiting')),
    texts,
    ids: rows.map(({ line }) => byLine.get(line)?.id),
  }
}

const taxes = `INSERT INTO ncms (id, ex, tipo, descricao, nacional, importado, estadual, municipal) VALUES
  ('24022000', '', 0, 'Cigarros', 1, 1, 1, 1), ('22021000', '', 0, 'Refrigerantes', 1, 1, 1, 1), ('00000101', '', 0, 'Zeros', 1, 1, 1, 1)`

/** A database with tax tables and nothing else. */
export async function openImportShop(): Promise<Shop> {
  const shop = await openShop()
  await shop.database.own(q => q.query(taxes))
  await shop.database.own(q => q.query(`INSERT INTO cests (id, descricao) VALUES ('0300700', 'Refrigerante')`))
  return shop
}

/** Takes out all that imports make, and leaves two stores: the first of the simple regime, the second of the normal one. */
export async function emptyImportShop({ database }: Shop): Promise<void> {
  await database.system.query(
    `TRUNCATE produtos, grupos, unidades, impostos, impressoras, pergunta, inventarios, "Loja_Entregas" CASCADE`,
  )
  // A store may refer to a product: it went along.
  await database.own(q =>
    q.query(
      `INSERT INTO lojas (id, nome_fantasia, regime_tributario) OVERRIDING SYSTEM VALUE VALUES (1, 'Um', 1), (2, 'Dois', 3)`,
    ),
  )
}

/** The owner of the first store, and that of the second. */
export const owner = { userId: 1, stores: [1], owner: true, features: ['cardapio_digital'] }
export const otherOwner = { userId: 4, stores: [2], owner: true, features: ['cardapio_digital'] }

/** Rows of a register as somebody sees them. */
export const listed = async (shop: Shop, path: string, who: TestCaller = owner): Promise<Record<string, unknown>[]> =>
  (await shop.as(who)('GET', `/api/${path}`)).body as Record<string, unknown>[]
