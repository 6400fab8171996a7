import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOldFailures } from '../../../src/server/features/cleanup/failureNotes.ts'
import { removeUnusedFiles } from '../../../src/server/features/cleanup/storedFiles.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
let lojaId: number
beforeAll(async () => {
  server = await openServer()
  const owner = await server.addUser('dona@x.br')
  lojaId = await server.addStore('Loja', owner)
  await server.tie(owner, lojaId, { type: 1, email: 'dona@x.br' })
})
afterAll(() => server?.close())

const NOW = Date.parse('2026-06-30T12:00:00Z')
const DAY = 86_400_000
const id = (last: number): string => `00000000-0000-4000-8000-00000000000${last}`

/** A picture of a product that was sent so many days ago. */
function picture(name: string, days: number): { url: string; file: string } {
  const place = `files/${lojaId}/produtos/${name}/foto.png`
  const file = join(server.context.service.dataDir, place)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'x')
  const at = new Date(NOW - days * DAY)
  utimesSync(file, at, at)
  return { url: `/${place}`, file }
}

test('a picture goes once nothing names it any more, neither a record nor its history', async () => {
  const q = server.context.database.system
  const product = async (fotoUrl: string): Promise<void> =>
    void (await q.query('INSERT INTO produtos ("lojaId", "fotoUrl") VALUES ($1, $2)', [lojaId, fotoUrl]))
  const used = picture(id(1), 400)
  const remembered = picture(id(2), 400)
  const abandoned = picture(id(3), 31)
  const fresh = picture(id(4), 29)
  const foreign = join(server.context.service.dataDir, `files/${lojaId}/antigo/${id(5)}/foto.png`)
  mkdirSync(dirname(foreign), { recursive: true })
  writeFileSync(foreign, 'x')
  utimesSync(foreign, new Date(0), new Date(0))
  await product(used.url)
  await q.query(
    `INSERT INTO user_logs ("lojaId", "userId", recurso, "recursoId", acao, antes) VALUES ($1, 1, 'produtos', '9', 'excluir', $2)`,
    [lojaId, JSON.stringify({ fotoUrl: remembered.url })],
  )
  expect(await removeUnusedFiles(server.context.service, NOW)).toBe(1)
  const there = (...of: readonly { file: string }[]) => of.map(({ file }) => existsSync(file))
  expect(there(used, remembered, abandoned, fresh)).toEqual([true, false, false, true])
  // A picture that the history alone names is kept where nobody is given it, and comes back with its record.
  expect(existsSync(remembered.file.replace('/files/', '/withdrawn/'))).toBe(true)
  await product(remembered.url)
  expect(await removeUnusedFiles(server.context.service, NOW)).toBe(0)
  expect(there(used, remembered)).toEqual([true, true])
  // Of a register that is no more nobody knows what names its files.
  expect(existsSync(foreign)).toBe(true)
  expect(existsSync(dirname(abandoned.file))).toBe(false)
})

test('what a crash left of a file goes, what is being written stays', async () => {
  const folder = join(server.context.service.dataDir, 'attachments/1/contas/x')
  mkdirSync(folder, { recursive: true })
  const [old, young, whole] = ['.velho.pdf.part', '.novo.pdf.part', 'nota.part'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const file of [old, young, whole]) writeFileSync(file, 'x')
  const hours = (count: number): Date => new Date(NOW - count * 3_600_000)
  utimesSync(old, hours(2), hours(2))
  utimesSync(young, hours(0.5), hours(0.5))
  utimesSync(whole, hours(900), hours(900))
  await server.context.service.files.tidy(NOW)
  expect([old, young, whole].map(file => existsSync(file))).toEqual([false, true, true])
})

test('of unexpected errors the newest stay, and of these none that is old', async () => {
  const q = server.context.database.system
  await q.query('TRUNCATE "Logs"')
  await q.query(
    `INSERT INTO "Logs" (stack, "createdAt") SELECT n::text, now() - (10 - n) * interval '1 day' FROM generate_series(1, 9) n`,
  )
  const left = async (): Promise<string[]> =>
    (await q.query<{ stack: string }>('SELECT stack FROM "Logs" ORDER BY id')).rows.map(({ stack }) => stack)
  await removeOldFailures(server.context.service, { days: 5, rows: 100 })
  expect(await left()).toEqual(['6', '7', '8', '9'])
  await removeOldFailures(server.context.service, { days: 5, rows: 2 })
  expect(await left()).toEqual(['8', '9'])
  await removeOldFailures(server.context.service)
  expect(await left()).toEqual(['8', '9'])
})
