import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { warnOwners } from '../../../src/plugins/sefaz/jobs/warnOfExpiry.ts'
import { type MailCatcher, openMailCatcher } from '../../mailCatcher.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** A certificate that ends: its owners hear of it by mail, once a step, and see it on the first page. All moments are given. */

let server: TestServer
let post: MailCatcher
const stores = { ours: 0, theirs: 0 }
const tokens = { dona: '', caixa: '', outra: '' }

beforeAll(async () => {
  post = await openMailCatcher()
  server = await openServer(undefined, { mail: { url: post.url, from: 'Loja <loja@teste.br>' } })
  stores.ours = await server.addStore('Padaria da Ana')
  stores.theirs = await server.addStore('Bar do Beto')
  const person = async (name: keyof typeof tokens, lojaId: number, values: object): Promise<void> => {
    tokens[name] = await server.enterStore(name, lojaId, values)
  }
  await person('dona', stores.ours, { type: 1 })
  await person('caixa', stores.ours, { pdv_relatorios: true })
  await person('outra', stores.theirs, { type: 1 })
})
afterAll(async () => {
  await server?.close()
  await post?.close()
})

const q = () => server.context.database.system
const install = (lojaId: number, validoAte: string) =>
  q().query(
    `INSERT INTO "Loja_certificados" ("lojaId", titular, cnpj, "validoDe", "validoAte") VALUES ($1, 'PADARIA LTDA', '11444777000161', '2025-12-31T12:00:00Z', $2)`,
    [lojaId, validoAte],
  )
/** Runs the job of every store at a moment, and tells who got a mail. */
const runAt = async (moment: string): Promise<string[]> => {
  post.mails.length = 0
  for (const id of Object.values(stores)) {
    const store = { id, row: {}, zone: 'America/Sao_Paulo', adminUser: null }
    await warnOwners({ ...server.context.service, store }, new Date(moment))
  }
  await server.context.mailWorker.deliver()
  return post.mails.map(({ to }) => to)
}
const firstPage = async (dia: string, token = tokens.dona, lojaId = stores.ours) =>
  (await server.call(token, 'GET', `/api/relatorio/inicio/certificado?lojaId=${lojaId}&dia=${dia}`)).json()

beforeEach(async () => {
  await q().query('DELETE FROM "Loja_certificados"')
})

test('owners are told 30, 15 and 5 days before, once each, and nobody else is', async () => {
  await install(stores.ours, '2026-12-31T15:00:00Z')
  await install(stores.theirs, '2027-06-30T15:00:00Z')
  expect(await runAt('2026-11-30T11:00:00Z')).toEqual([])
  expect(await runAt('2026-12-01T11:00:00Z')).toEqual(['dona@x.br'])
  const [mail] = post.mails
  expect(mail?.text).toContain('Padaria da Ana')
  expect(mail?.text).toContain('PADARIA LTDA')
  expect(mail?.text).toContain('vence em 30 dias, em 31/12/2026')
  expect(mail?.text).toContain('/integracoes/certificado-digital-config')
  for (const day of ['2026-12-01', '2026-12-02', '2026-12-15']) expect(await runAt(`${day}T11:00:00Z`)).toEqual([])
  expect(await runAt('2026-12-16T11:00:00Z')).toEqual(['dona@x.br'])
  expect(await runAt('2026-12-26T11:00:00Z')).toEqual(['dona@x.br'])
  for (const day of ['2026-12-27', '2026-12-31', '2027-01-05']) expect(await runAt(`${day}T11:00:00Z`)).toEqual([])
})

test('what was missed while no server ran is told once, as it stands', async () => {
  await install(stores.ours, '2026-12-31T15:00:00Z')
  expect(await runAt('2026-12-30T11:00:00Z')).toEqual(['dona@x.br'])
  expect(post.mails[0]?.text).toContain('vence amanhã, 31/12/2026')
  expect(await runAt('2026-12-31T11:00:00Z')).toEqual([])
})

test('the first page tells that rates of IBS and CBS will be missing where notes are issued, and nobody else', async () => {
  await install(stores.ours, '2027-12-31T15:00:00Z')
  expect(await firstPage('2026-11-26')).toMatchObject({ aliquotas_dias: 39, aliquotas_hoje: 0 })
  expect(await firstPage('2027-01-04')).toMatchObject({ aliquotas_dias: 0, aliquotas_hoje: 1 })
  for (const day of ['2026-11-26', '2027-01-04'])
    expect(await firstPage(day, tokens.outra, stores.theirs)).toMatchObject({ aliquotas_dias: 0, aliquotas_hoje: 0 })
})

test('the first page tells the days that are left, the last one and what is over, to the owner only', async () => {
  await install(stores.ours, '2026-12-31T15:00:00Z')
  const nothing = { dias: 0, hoje: 0, vencidos: 0, tabela_vencida: 0, aliquotas_dias: 0, aliquotas_hoje: 0, faltam: [] }
  await q().query(
    `INSERT INTO aliquotas_ibscbs (tributo, local, classe, aliquota, vigencia_inicio, fonte) VALUES ('CBS', 'BR', '', 8.7, '2027-01-01', 'Teste')`,
  )
  expect(await firstPage('2026-11-30')).toEqual(nothing)
  expect(await firstPage('2026-12-01')).toEqual({ ...nothing, dias: 30 })
  expect(await firstPage('2026-12-30')).toEqual({ ...nothing, dias: 1 })
  expect(await firstPage('2026-12-31')).toEqual({ ...nothing, hoje: 1 })
  expect(await firstPage('2027-01-01')).toEqual({ ...nothing, vencidos: 1 })
  expect(await firstPage('2027-01-01', tokens.outra, stores.theirs)).toEqual(nothing)
  const reply = await server.call(tokens.caixa, 'GET', `/api/relatorio/inicio/certificado?lojaId=${stores.ours}&dia=2026-12-01`)
  expect(reply.statusCode).toBe(403)
})

test('the first page tells that the table of taxes of the store’s state is over', async () => {
  await q().query(`UPDATE lojas SET uf = 'SP' WHERE id = $1`, [stores.ours])
  await q().query(
    `INSERT INTO ibpts (id, uf, codigo, nacional, importado, estadual, municipal, vigenciafim)
     VALUES ('SP22021000', 'SP', '22021000', 1, 1, 1, 0, '2026-03-31'), ('RJ22021000', 'RJ', '22021000', 1, 1, 1, 0, '2025-03-31')`,
  )
  expect(await firstPage('2026-03-31')).toMatchObject({ tabela_vencida: 0 })
  expect(await firstPage('2026-04-01')).toMatchObject({ tabela_vencida: 1 })
  await q().query(`UPDATE ibpts SET vigenciafim = '2026-12-31' WHERE uf = 'SP'`)
  expect(await firstPage('2026-04-01')).toMatchObject({ tabela_vencida: 0 })
})
