import { afterAll, beforeAll, expect, test } from 'vitest'
import { conditionHolds } from '../../../src/model/expression.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** The rules that records hold whatever a call says, and the deeds offered for them. */

let server: TestServer
let token: string
let lojaId = 0
beforeAll(async () => {
  server = await openServer()
  lojaId = await server.addStore('Padaria da Ana')
  token = await server.enterStore('dona', lojaId, { type: 1 })
})
afterAll(() => server?.close())

const save = async (values: object) =>
  (await server.call(token, 'POST', '/api/Conta_classificacoes/save', { lojaId, ...values })).json()

test('only an expense has a group of the result', async () => {
  const sales = await save({ nome: 'Vendas', tipo: 'RECEITA', dre: 'CUSTOS_FIXOS' })
  expect(sales).toMatchObject({ tipo: 'RECEITA', dre: null })
  const rent = await save({ nome: 'Aluguel', tipo: 'DESPESA', dre: 'CUSTOS_FIXOS' })
  expect(rent).toMatchObject({ dre: 'CUSTOS_FIXOS' })
  expect(await save({ id: rent.id, version: rent.version, tipo: 'RECEITA' })).toMatchObject({ tipo: 'RECEITA', dre: null })
})

test('an issued invoice does not offer to be removed, and is not', async () => {
  const { actions } = server.context.service.model().registers.NFe_emissaos?.views ?? { actions: [] }
  const removing = actions.filter(({ does }) => 'remove' in does)
  expect(removing.map(({ visibleWhen }) => visibleWhen)).toEqual([`situacao == 'DIGITACAO'`])
  const { rows } = await server.context.database.system.query<{ id: string }>(
    `INSERT INTO "NFe_emissaos" ("lojaId", serie, numero, situacao) VALUES ($1, 1, 1, 'CANCELADA') RETURNING id`,
    [lojaId],
  )
  expect((await server.call(token, 'DELETE', `/api/NFe_emissaos/${rows[0]?.id}?lojaId=${lojaId}`)).statusCode).toBe(422)
})

test('a note of the Windows point of sale, which issues its own, offers no issuing', () => {
  const model = server.context.service.model()
  const emit = model.registers.NFCes?.views.actions.find(({ id }) => id === 'emitir')
  const offered = (record: object) =>
    conditionHolds(model, 'NFCes', emit?.visibleWhen, { record: { movimentoId: 7, chNFe: '', ...record } })
  expect([offered({ pdv_windows: false }), offered({}), offered({ pdv_windows: true })]).toEqual([true, true, false])
})

test('answers are made with their question: their list offers none, and none is opened to be changed', () => {
  const { views } = server.context.service.model().registers.pergunta_resposta ?? {}
  expect([views?.list.create, views?.actions.map(({ id }) => id)]).toEqual([false, []])
})

test('empty lists say so in the words of the specification', () => {
  const { registers, messages } = server.context.service.model()
  const said = (name: string) => messages[registers[name]?.texts.empty ?? 'empty']?.text
  for (const name of ['pedidos', 'nfes', 'NFe_emissaos', 'inventarios', 'Conta', 'caixas', 'kds', 'ficha_tecnicas'])
    expect([name, said(name)]).toEqual([name, 'Nenhum registro'])
  expect(said('produtos')).toBe('Nenhum registro localizado.')
})
