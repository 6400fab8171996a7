import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InvoiceShop, openInvoiceShop } from './invoiceShop.ts'

/** Service that goes to the staff: no revenue of the store, and told apart when the drawer is closed. */

let shop: InvoiceShop
beforeAll(async () => {
  shop = await openInvoiceShop()
  const period = { vigencia_inicio: '2026-03-05', regime_tributario: 1, restaurante: true, gorjeta: true }
  expect((await shop.post('Loja_regimes', period)).statusCode).toBe(201)
})
afterAll(() => shop?.close())

const on = (day: string) => ({ aberto_em: `${day}T12:00:00-03:00`, recebido_em: `${day}T12:30:00-03:00` })

test('the DRE takes it out of the revenue from the day on which it is theirs, and bills that pass it on are no cost', async () => {
  await shop.sell(on('2026-03-04'))
  await shop.sell(on('2026-03-10'))
  const [kind] = await shop.run(
    `INSERT INTO "Conta_classificacoes" ("lojaId", nome, tipo, dre) VALUES ($1, 'Repasse', 'DESPESA', 'GORJETAS') RETURNING id`,
    [shop.store],
  )
  await shop.run(
    `INSERT INTO "Conta" ("lojaId", tipo, descricao, valor, valor_pago, pago, vencimento, pagamento, "classificacaoId")
     VALUES ($1, 'PAGAR', 'Gorjetas', 2, 2, true, '2026-03-20', '2026-03-20', $2)`,
    [shop.store, kind?.id],
  )
  const lines = (await shop.get(`relatorio/contas/dre?lojaId=${shop.store}&startDate=2026-03-01&endDate=2026-03-31`)).json()
  const value = (name: string) => lines.find((line: { name: string }) => line.name === name)
  // Two sales of 24.09, of which 2.00 are the staff's.
  expect(value('1. Receitas')).toMatchObject({ value: 46.18 })
  expect(JSON.stringify(value('1. Receitas'))).toContain('"name":"Gorjetas da equipe","value":-2')
  expect(value('7. Resultado')).toMatchObject({ value: 46.18 })
})

test('the closing of a drawer names it', async () => {
  const [drawer] = await shop.run(`INSERT INTO caixas ("lojaId", "equipamentoId", abertura) VALUES ($1, $2, 7) RETURNING id`, [
    shop.store,
    shop.equipment,
  ])
  await shop.sell({ ...on('2026-03-04'), caixaId: drawer?.id })
  await shop.sell({ ...on('2026-03-10'), caixaId: drawer?.id })
  const closing = (await shop.get(`caixas/fechamento?lojaId=${shop.store}&id=${drawer?.id}`)).json()
  expect(closing['Descontos e serviço']).toEqual(
    expect.arrayContaining([
      { descricao: 'Serviço', qtd: 1, total: 2 },
      { descricao: 'Gorjetas da equipe', qtd: 1, total: 2 },
    ]),
  )
})
