import { afterAll, beforeAll, expect, test } from 'vitest'
import { warnAdministrators } from '../../../src/domain/fiscal/jobs/warnOfRates.ts'
import { type MailCatcher, openMailCatcher } from '../../mailCatcher.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** Rates that stores will miss: administrators are told by mail weeks before, and until they have typed them. All moments are given. */

let server: TestServer
let post: MailCatcher
let chief = ''

beforeAll(async () => {
  post = await openMailCatcher()
  server = await openServer(undefined, { mail: { url: post.url, from: 'Casa <casa@teste.br>' } })
  await server.addUser('chefe@x.br', { admin: true })
  chief = await server.enter('chefe@x.br')
})
afterAll(async () => {
  await server?.close()
  await post?.close()
})

const q = () => server.context.database.system
/** A store that issues notes. */
const issuer = async (name: string, uf: string, regime: number): Promise<number> => {
  const id = await server.addStore(name)
  await server.enterStore(name.toLowerCase(), id, { type: 1 })
  await q().query('UPDATE lojas SET uf = $2, regime_tributario = $3 WHERE id = $1', [id, uf, regime])
  await q().query(
    `INSERT INTO "Loja_certificados" ("lojaId", titular, cnpj, "validoDe", "validoAte")
     VALUES ($1, $2, '11444777000161', '2025-12-31T12:00:00Z', '2028-12-31T12:00:00Z')`,
    [id, name],
  )
  return id
}
const runAt = async (day: string) => {
  post.mails.length = 0
  await warnAdministrators(server.context.service, new Date(`${day}T11:00:00Z`))
  await server.context.mailWorker.deliver()
  return post.mails.map(({ to, text }) => ({ to, text }))
}
const rate = (values: object) =>
  server.call(chief, 'POST', '/api/aliquotas_ibscbs', { fonte: 'Resolução de teste', vigencia_inicio: '2027-01-01', ...values })

test('who issues nothing misses nothing', async () => {
  await server.addStore('Sem certificado')
  expect(await runAt('2026-12-05')).toEqual([])
})

test('administrators alone are told 45, 30 and 15 days before, and each day of the last week, until the rate is there', async () => {
  await issuer('Ana', 'SP', 1)
  const [mail, ...more] = await runAt('2026-12-05')
  expect([mail?.to, more]).toEqual(['chefe@x.br', []])
  expect(mail?.text).toContain('Em 30 dias, a partir de 04/01/2027, faltam alíquotas de IBS e CBS para lojas de SP.')
  expect(mail?.text).toContain('/aliquotas_ibscbs')
  const told: string[] = []
  for (const day of [
    '2026-11-19',
    '2026-11-20',
    '2026-12-06',
    '2026-12-20',
    '2026-12-27',
    '2026-12-28',
    '2027-01-03',
    '2027-01-04',
  ])
    if ((await runAt(day)).length > 0) told.push(day)
  expect(told).toEqual(['2026-11-20', '2026-12-20', '2026-12-28', '2027-01-03', '2027-01-04'])
  expect((await runAt('2027-01-03'))[0]?.text).toContain('A partir de amanhã, 04/01/2027')
  expect((await runAt('2027-01-04'))[0]?.text).toContain('Hoje, 04/01/2027')
})

test('the first day is that of the store that must tell them first, and all its states are named', async () => {
  await issuer('Beto', 'RJ', 3)
  await issuer('Caio', 'MG', 3)
  const [mail] = await runAt('2026-12-02')
  expect(mail?.text).toContain('a partir de 01/01/2027, faltam alíquotas de IBS e CBS para lojas de MG, RJ.')
})

test('a rate of one state covers its stores, one of the country all', async () => {
  const made = await rate({ tributo: 'CBS', local: 'RJ', aliquota: 8.7 })
  expect(made.statusCode, made.body).toBe(201)
  expect((await runAt('2026-12-02'))[0]?.text).toContain('para lojas de MG.')
  expect((await rate({ tributo: 'CBS', local: 'BR', aliquota: 8.8 })).statusCode).toBe(201)
  for (const day of ['2026-12-02', '2026-12-28', '2027-01-04']) expect(await runAt(day)).toEqual([])
})
