import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTaxClasses } from '../../../src/domain/fiscal/rates/readTaxClasses.ts'
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
  await save('cclasstribs', {
    ...{ id: '200047', cst: '200', descricao: 'Bares e restaurantes', red_ibs: 40, red_cbs: 37.5 },
    ...{ nfe: true, nfce: true, vigencia_inicio: '2026-01-01', vigencia_fim: '2026-12-31' },
  })
  const find = (emitida_em: string, modelo: '55' | '65' = '65') =>
    server.house.database.read({ stores: [store] }, q => readTaxClasses(q, { emitida_em, modelo, classes: ['200047', '000001'] }))
  const classes = await find('2026-11-20')
  expect(classes('200047')).toEqual({ pRedIBS: 40, pRedCBS: 37.5, taxed: true })
  expect(classes('000001')).toEqual({ pRedIBS: 0, pRedCBS: 0, taxed: true })
  expect((await find('2027-01-01'))('200047')).toBeUndefined()
})
