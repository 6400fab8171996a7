import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BankShop, type Line, openBankShop } from './bankShop.ts'

/** One line of the bank pays several bills, or a part of one; what is left of a bill stays open. */
let shop: BankShop
beforeAll(async () => {
  shop = await openBankShop()
})
afterAll(() => shop?.server.close())

let count = 0
/** A line of its own memo. */
async function line({ value }: { readonly value: number }): Promise<Line> {
  count += 1
  const memo = `TED N${count}`
  await shop.importLines([{ day: '2026-11-05', value, memo, fitid: `p${count}` }])
  return lineOf(memo)
}
async function lineOf(memo: string): Promise<Line> {
  const found = (await shop.lines())[memo]
  if (!found) throw new Error(memo)
  return found
}
const again = ({ memo }: Line): Promise<Line> => lineOf(String(memo))
const bill = async (id: number) => (await shop.call('GET', `Conta/${id}`)).body
const code = ({ body }: { body: { error?: { code: string } } }) => body.error?.code

/** Makes the call as an action of its own; gives the way to take it back. */
async function deed(path: string, body: object): Promise<() => Promise<unknown>> {
  const id = randomUUID()
  const headers = { authorization: shop.tokens.owner, 'x-action': id }
  const reply = await shop.server.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers,
    payload: { lojaId: shop.store, ...body },
  })
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()])
  return async () => (await shop.call('POST', `atividade/${id}/desfazer`)).body
}

describe('a line and the parts of bills', () => {
  const split = (id: number, contas: readonly [number, number][]) =>
    shop.call('POST', 'Conta_extratos/dividir', { id, contas: contas.map(([contaId, valor]) => ({ contaId, valor })) })
  const restOf = async (id: number) =>
    (
      await shop.run(
        'SELECT id::float8, valor::float8, pago IS TRUE AS pago, descricao FROM "Conta" WHERE "lojaId" = $1 AND "restoDeId" = $2',
        shop.store,
        id,
      )
    )[0]

  test('a transfer pays several bills at once; undone, all of them are open again', async () => {
    const [gas, water] = [
      await shop.bill({ valor: 120.5, descricao: 'Gás' }),
      await shop.bill({ valor: 79.5, descricao: 'Água' }),
    ]
    const waiting = await line({ value: -200 })
    const undo = await deed('Conta_extratos/dividir', {
      id: waiting.id,
      contas: [
        { contaId: gas, valor: 120.5 },
        { contaId: water, valor: 79.5 },
      ],
    })
    for (const id of [gas, water])
      expect(await bill(id)).toMatchObject({
        pago: true,
        pagamento: '2026-11-05',
        extratoId: waiting.id,
        juros: null,
        desconto: null,
      })
    expect(await again(waiting)).toMatchObject({ situacao: 'CONCILIADO', fez: 'DIVIDIU', contaId: gas, valor_conciliado: -200 })
    // Each of them holds while the line says so.
    const { version } = await bill(water)
    expect(code(await shop.call('PATCH', `Conta/${water}`, { version, pago: false }))).toBe('bank.bill-reconciled')
    expect(code(await shop.call('DELETE', `Conta/${water}`))).toBe('bank.bill-reconciled')
    expect(await undo()).toMatchObject({ recusados: [] })
    for (const id of [gas, water]) expect(await bill(id)).toMatchObject({ pago: false, extratoId: null })
    expect(await again(waiting)).toMatchObject({ situacao: 'CONCILIAR', contaId: null })
  })

  test('a bill is paid by two lines: what the first one leaves is an open bill, which the next one pays', async () => {
    const id = await shop.bill({ valor: 900, descricao: 'Reforma', parceiroId: shop.keys.partner })
    const [one, two] = [await line({ value: -400 }), await line({ value: -500 })]
    expect((await split(one.id, [[id, 400]])).status).toBe(200)
    expect(await bill(id)).toMatchObject({ valor: 400, pago: true, valor_pago: 400 })
    const rest = await restOf(id)
    expect(rest).toMatchObject({ valor: 500, pago: false, descricao: 'Reforma' })
    expect(await bill(Number(rest?.id))).toMatchObject({ parceiroId: shop.keys.partner, vencimento: '2026-11-05', restoDeId: id })
    // The rest is proposed to the line of its value as any bill is.
    expect(await again(two)).toMatchObject({ proposta: 'CONTA', proposta_contaId: rest?.id })
    await shop.call('POST', 'Conta_extratos/aceitar', { ids: [two.id] })
    expect(await bill(Number(rest?.id))).toMatchObject({ pago: true })
    // The first line lets its part go; what was paid since stays a bill of its own.
    await shop.call('POST', 'Conta_extratos/desfazer', { id: one.id })
    expect(await bill(id)).toMatchObject({ valor: 400, pago: false, extratoId: null })
    expect(await bill(Number(rest?.id))).toMatchObject({ pago: true })
  })

  test('taken back, a part and its rest are one bill again', async () => {
    const id = await shop.bill({ valor: 333.33 })
    const waiting = await line({ value: -100 })
    await split(waiting.id, [[id, 100]])
    const rest = await restOf(id)
    expect(rest).toMatchObject({ valor: 233.33 })
    expect((await shop.call('POST', 'Conta_extratos/desfazer', { id: waiting.id })).body).toMatchObject({ contaId: id })
    expect(await bill(id)).toMatchObject({ valor: 333.33, pago: false, pagamento: null, extratoId: null })
    expect(await restOf(id)).toBeUndefined()
  })

  test('the dialog proposes the line to the likeliest bills, up to what is open of each', async () => {
    const waiting = await line({ value: -50.25 })
    const { body } = await shop.call('GET', `Conta_extratos/partes?id=${waiting.id}`)
    const sum = body.contas.reduce((all: number, { valor }: { valor: number }) => all + valor, 0)
    expect(Math.round(sum * 100)).toBe(5025)
    for (const { aberto, valor } of body.contas) expect(valor).toBeLessThanOrEqual(aberto)
  })

  test('parts that are not the line, that are more than a bill, or are nobody’s are refused, and nothing is written', async () => {
    const id = await shop.bill({ valor: 70 })
    const income = await shop.bill({ valor: 90, tipo: 'RECEBER', classificacaoId: shop.keys.income })
    const waiting = await line({ value: -90 })
    const told = async (contas: readonly [number, number][]) => {
      const { status, body } = await split(waiting.id, contas)
      return [status, body.error?.details?.[0]?.message ?? body.error?.code]
    }
    expect(await told([[id, 70]])).toEqual([422, 'As partes somam R$ 70,00; o lançamento é de R$ 90,00.'])
    expect(await told([[id, 90]])).toEqual([422, 'Aluguel do imóvel tem só R$ 70,00 em aberto.'])
    expect(
      await told([
        [id, 45],
        [id, 45],
      ]),
    ).toEqual([422, 'A mesma conta está duas vezes.'])
    expect(await told([[income, 90]])).toEqual([422, 'bank.bill-receives'])
    expect((await split(waiting.id, [[999_999, 90]])).status).toBeGreaterThanOrEqual(400)
    expect(await bill(id)).toMatchObject({ valor: 70, pago: false, extratoId: null })
    expect(await again(waiting)).toMatchObject({ situacao: 'CONCILIAR' })
    const stranger = await shop.server.call(shop.tokens.stranger, 'POST', '/api/Conta_extratos/dividir', {
      lojaId: shop.other,
      id: waiting.id,
      contas: [{ contaId: id, valor: 90 }],
    })
    expect(stranger.statusCode).toBe(404)
  })
})
