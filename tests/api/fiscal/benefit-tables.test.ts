import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InvoiceShop, invoiceItem, messageOf, openInvoiceShop } from './invoiceShop.ts'

/** Benefits (cBenef) by the table of the store's state: a code that it does not have for the CST, and one that it asks for. */

let shop: InvoiceShop
let admin: string
beforeAll(async () => {
  shop = await openInvoiceShop({ regime: 3 })
  await shop.server.addUser('admin@x.br', { admin: true })
  admin = await shop.server.enter('admin@x.br')
  await shop.run(`UPDATE impostos SET icms_cst = '40', icms_alq = 0 WHERE "lojaId" = $1`, [shop.store])
})
afterAll(() => shop?.close())

const textOf = async (nfceId: unknown): Promise<string> =>
  String((await shop.run(`SELECT documento FROM "NFe_transmissaos" WHERE "nfceId" = $1`, [nfceId]))[0]?.documento)
const emitted = async () => {
  const reply = await shop.emit(await shop.sell())
  return reply.statusCode === 200 ? textOf(reply.json().nfceId) : messageOf(reply)
}
const benefit = (codigo_beneficio: string | null) =>
  shop.run('UPDATE produtos SET codigo_beneficio = $2 WHERE id = $1', [shop.product, codigo_beneficio])

test('a code of the Simples is told in the normal regime', async () => {
  const { id } = await shop.draft({ itens: [invoiceItem({ quantidade: 1, valor_unitario: 30.37 })] })
  expect(messageOf(await shop.issue(id))).toMatch(/^Item 1, Pão de forma: o CSOSN 102 é do Simples Nacional/)
})

test('a state without a table is asked nothing', async () => {
  await benefit('SP010010')
  expect(await emitted()).toContain('<cBenef>SP010010</cBenef>')
})

test('an imported table holds: what it lacks is refused by name, what it asks for is said', async () => {
  const row = { uf: 'SP', vigencia_inicio: '2026-01-01', fonte: 'Portal do estado' }
  const rows = [
    { ...row, codigo: 'SP080010', cst: '40', descricao: 'Isenção' },
    { ...row, codigo: 'SP090090', cst: '20', descricao: 'Redução' },
    { ...row, codigo: 'SP111111', cst: '40', descricao: 'Que já acabou', vigencia_fim: '2026-02-01' },
  ]
  const reply = await shop.server.call(admin, 'POST', '/api/imports/cbenefs-importar', { rows })
  expect(reply.json().saved, reply.body).toBe(3)
  expect(await emitted()).toBe(
    'O código de benefício SP010010 do produto Pão na chapa não vale para o CST 40 na tabela do estado: corrija no produto',
  )
  await benefit('SP111111')
  expect(await emitted()).toContain('não vale para o CST 40')
  await benefit(null)
  expect(await emitted()).toContain('O estado pede um código de benefício para o CST 40')
  await benefit('SP080010')
  expect(await emitted()).toContain('<cBenef>SP080010</cBenef>')
})

test('an invoice is told at its item', async () => {
  const { id } = await shop.draft({ itens: [invoiceItem({ icms_cst: '40', quantidade: 1, valor_unitario: 30.37 })], presenca: 1 })
  expect(messageOf(await shop.issue(id))).toContain('Item 1 (Pão de forma): o estado pede um código de benefício para o CST 40')
})

test('where the state wants it said that there is none, the note says it by itself', async () => {
  const none = { uf: 'SP', codigo: 'SEM CBENEF', cst: '40', vigencia_inicio: '2026-01-01', fonte: 'Portal do estado' }
  expect((await shop.server.call(admin, 'POST', '/api/cbenefs', none)).statusCode).toBe(201)
  await benefit(null)
  expect(await emitted()).toContain('<cBenef>SEM CBENEF</cBenef>')
})
