import { afterAll, beforeAll, expect, test } from 'vitest'
import { approximateTaxes } from '../../../src/domain/fiscal/core/public.ts'
import { readApproximateRates } from '../../../src/domain/fiscal/rates/readApproximateRates.ts'
import { readTaxLaw } from '../../../src/domain/fiscal/rates/readTaxLaw.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** The published tables of taxes, as the calculation of a note reads them from their registers. */

let server: TestServer
let admin: string
let store: number

beforeAll(async () => {
  server = await openServer()
  store = await server.addStore('Padaria')
  await server.addUser('admin@x.br', { admin: true })
  admin = await server.enter('admin@x.br')
})
afterAll(() => server?.close())

const save = async (register: string, record: object): Promise<void> => {
  const reply = await server.call(admin, 'POST', `/api/${register}`, record)
  if (reply.statusCode >= 300) throw new Error(reply.body)
}

test('classes of IBS and CBS: what the administrator imported holds for the notes of every store, by their day', async () => {
  const known = { id: '200047', cst: '200', descricao: 'Bares e restaurantes', red_ibs: 40, red_cbs: 37.5 }
  const rows = [{ ...known, nfe: true, nfce: true, vigencia_inicio: '2026-01-01', vigencia_fim: '2026-12-31' }]
  const reply = await server.call(admin, 'POST', '/api/imports/cclasstribs-importar', { rows })
  expect([reply.statusCode, reply.json().saved], reply.body).toEqual([200, 1])
  const find = async (day: string, modelo: '55' | '65' = '65') => {
    const place = { day, modelo, regime: 3, uf: 'SP' }
    return (await server.context.database.read({ stores: [store] }, q => readTaxLaw(q, place, ['200047', '000001']))).findClass
  }
  const classes = await find('2026-11-20')
  expect(classes('200047')).toEqual({ pRedIBS: 40, pRedCBS: 37.5, taxed: true })
  expect(classes('000001')).toEqual({ pRedIBS: 0, pRedCBS: 0, taxed: true })
  expect((await find('2027-01-01'))('200047')).toBeUndefined()
})

const published = (uf: string, codigo: string, estadual: number, vigenciafim = '2026-12-31', ex = '') => ({
  ...{ id: `${uf}${codigo}${ex.slice(-1)}`, uf, codigo, ex, tipo: 0, descricao: `Produto ${codigo}` },
  ...{ nacional: 13.45, importado: 24.5, estadual, municipal: 0 },
  ...{ vigenciainicio: '2026-10-01', vigenciafim, chave: '3CA397', versao: '26.2.B', fonte: 'IBPT' },
})
const send = async (rows: readonly object[], token = admin) => {
  const reply = await server.call(token, 'POST', '/api/imports/ibpts-importar', { rows })
  return [reply.statusCode, reply.json().saved, reply.json().unchanged]
}
const ratesIn = (uf: string, ...codes: string[]) =>
  server.context.database.read({ stores: [store] }, q => readApproximateRates(q, uf, codes))

test('approximate taxes: the table of each state stands for itself, and is replaced by what is sent again', async () => {
  const first = [published('SP', '22021000', 18), published('SP', '00000000', 4.14), published('RJ', '22021000', 22)]
  expect(await send(first)).toEqual([200, 3, 0])
  expect(await send(first)).toEqual([200, 0, 3])
  expect((await ratesIn('SP', '22021000'))('22021000')).toMatchObject({ estadual: 18, vigenciafim: '2026-12-31' })
  expect((await ratesIn('RJ', '22021000'))('22021000')).toMatchObject({ estadual: 22 })

  expect(await send([published('SP', '22021000', 19.5, '2027-03-31')])).toEqual([200, 1, 0])
  expect((await ratesIn('SP', '22021000'))('22021000')).toMatchObject({ estadual: 19.5, vigenciafim: '2027-03-31' })
})

test('a code that the table lacks is that of unlisted goods; an exception of the IPI is not the product', async () => {
  await send([published('SP', '02109100', 12, '2026-12-31', '01')])
  expect((await ratesIn('SP', '02109100'))('02109100')).toMatchObject({ estadual: 4.14 })
})

test('where a state has no table, the rates of the NCM register stand', async () => {
  await save('ncms', { id: '22030000', descricao: 'Cerveja', nacional: 14.67, importado: 20.27, estadual: 22, municipal: 0 })
  const rates = await ratesIn('MG', '22030000', '99999999')
  expect(rates('22030000')).toMatchObject({ nacional: 14.67, estadual: 22, vigenciafim: null })
  expect(rates('99999999')).toBeUndefined()
  // Nobody said any rates of this one.
  await save('ncms', { id: '22029900', descricao: 'Outras bebidas', nacional: 0, importado: 0, estadual: 0, municipal: 0 })
  expect((await ratesIn('MG', '22029900'))('22029900')).toBeUndefined()
})

test('a note says what the table gives, with the warning that it is over', async () => {
  await send([published('BA', '22021000', 20.5, '2026-10-31')])
  const rates = (await ratesIn('BA', '22021000'))('22021000')
  const taxes = approximateTaxes([{ valor_item: 10, origem: '0', rates }], '2026-11-20')
  expect(taxes).toMatchObject({ itens: [3.4], total: 3.4, vencida_em: '2026-10-31' })
  expect(taxes.texto).toContain('Fonte: IBPT 26.2.B, chave 3CA397, vencida em 31/10/2026.')
})

test('only the administrator imports it, whole rows are asked for, and wrong ones are told by their field', async () => {
  await server.tie(await server.addUser('dona@x.br'), store, { type: 1, email: 'dona@x.br' })
  const owner = await server.enter('dona@x.br')
  expect((await send([published('SP', '22021000', 1)], owner))[0]).toBe(403)
  expect((await server.call(owner, 'GET', `/api/ibpts?lojaId=${store}`)).statusCode).toBe(403)
  const wrong = { ...published('SP', '22021000', 1), uf: 'XX', estadual: -1 }
  const reply = await server.call(admin, 'POST', '/api/imports/ibpts-importar', { rows: [wrong] })
  const details = (reply.json().rows[0].details as { path: string }[]).map(({ path }) => path)
  expect(details).toEqual(expect.arrayContaining(['uf', 'estadual']))
})
