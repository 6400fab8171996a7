import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataUrl, statementOf } from '../../fixtures/bankStatements.ts'
import { type BankShop, type Line, openBankShop } from './bankShop.ts'

/** Lines of a statement are settled by what is proposed or chosen, never by themselves, and taken back whole. */
let shop: BankShop
beforeAll(async () => {
  shop = await openBankShop()
})
afterAll(() => shop?.server.close())

let count = 0
/** A line of its own memo and value, as it is after the import. */
async function line(more: { day?: string; value?: number; memo?: string } = {}): Promise<Line> {
  count += 1
  const memo = `${more.memo ?? 'PAGTO'} N${count}`
  const { day = '2026-11-05', value = -1000 - count } = more
  const { body } = await shop.importLines([{ day, value, memo, fitid: `f${count}` }])
  expect(body.novos).toBe(1)
  return lineOf(memo)
}
async function lineOf(memo: string): Promise<Line> {
  const found = (await shop.lines())[memo]
  if (!found) throw new Error(memo)
  return found
}
const again = ({ memo }: Line): Promise<Line> => lineOf(String(memo))
const bill = async (id: number | null) => (await shop.call('GET', `Conta/${id}`)).body
const accept = (ids: readonly number[], more = {}) => shop.call('POST', 'Conta_extratos/aceitar', { ids, ...more })
const code = ({ body }: { body: { error?: { code: string } } }) => body.error?.code

/** Makes a call as an action of its own; gives the way to take it back. */
async function deed(path: string, body: object): Promise<() => Promise<unknown>> {
  const id = randomUUID()
  const reply = await shop.server.app.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { authorization: shop.tokens.owner, 'x-action': id },
    payload: { lojaId: shop.store, ...body },
  })
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()])
  return async () => (await shop.call('POST', `atividade/${id}/desfazer`)).body
}

describe('a proposal', () => {
  test('names the bill and why, and settles nothing by itself', async () => {
    const id = await shop.bill({ valor: 555.1, parceiroId: shop.keys.partner })
    const { proposta, proposta_texto, proposta_contaId, situacao } = await line({ value: -555.1, memo: 'PIX HORIZONTE' })
    expect({ proposta, proposta_contaId, situacao }).toEqual({ proposta: 'CONTA', proposta_contaId: id, situacao: 'CONCILIAR' })
    expect(proposta_texto).toBe('Aluguel do imóvel · Imobiliária Horizonte: mesmo valor, vence no dia, cita “horizonte”')
    expect(await bill(id)).toMatchObject({ pago: false, pagamento: null })
  })

  test('accepted pays the bill on the day of the bank; undone takes both back in one step', async () => {
    const id = await shop.bill({ valor: 610 })
    const waiting = await line({ value: -610, day: '2026-11-07' })
    const undo = await deed('Conta_extratos/aceitar', { ids: [waiting.id], contaId: id })
    expect(await bill(id)).toMatchObject({ pago: true, pagamento: '2026-11-07', valor_pago: 610 })
    expect(await again(waiting)).toMatchObject({ situacao: 'CONCILIADO', contaId: id, fez: 'PAGOU', valor_conciliado: -610 })
    expect(await undo()).toMatchObject({ recusados: [], desfeitos: 2 })
    expect(await bill(id)).toMatchObject({ pago: false, pagamento: null, valor_pago: null })
    expect(await again(waiting)).toMatchObject({ situacao: 'CONCILIAR', contaId: null, proposta: 'CONTA', proposta_contaId: id })
  })

  test('comes with a bill that is noted after the import, and goes with one that is paid otherwise', async () => {
    const waiting = await line({ value: -623 })
    expect(waiting.proposta).toBe('NENHUMA')
    const id = await shop.bill({ valor: 623 })
    expect(await again(waiting)).toMatchObject({ proposta: 'CONTA', proposta_contaId: id })
    const { version } = await bill(id)
    await shop.call('PATCH', `Conta/${id}`, { version, pago: true, pagamento: '2026-10-01' })
    expect(await again(waiting)).toMatchObject({ proposta: 'NENHUMA', proposta_contaId: null })
    expect(code(await accept([waiting.id]))).toBe('bank.no-proposal')
    expect((await shop.call('DELETE', `Conta/${id}`)).status).toBeLessThan(300)
  })

  test('that is not the one that was seen is not accepted', async () => {
    const id = await shop.bill({ valor: 634 })
    const waiting = await line({ value: -634 })
    expect(code(await accept([waiting.id], { contaId: id + 1 }))).toBe('bank.proposal-changed')
    expect((await again(waiting)).situacao).toBe('CONCILIAR')
  })

  test('of several bills is in order, and one is to be chosen', async () => {
    const near = await shop.bill({ valor: 645, vencimento: '2026-11-06', descricao: 'Gelo' })
    const far = await shop.bill({ valor: 645, vencimento: '2026-11-02', descricao: 'Carvão' })
    const waiting = await line({ value: -645 })
    expect(waiting).toMatchObject({ proposta: 'VARIAS', proposta_contaId: near })
    expect(code(await accept([waiting.id]))).toBe('bank.choose-one')
    const { body } = await shop.call('GET', `Conta_extratos/candidatas?id=${waiting.id}`)
    expect(body.contaId).toBe(near)
    expect(body.contas.slice(0, 2).map((one: { id: number }) => one.id)).toEqual([near, far])
    expect((await shop.call('POST', 'Conta_extratos/conciliar', { id: waiting.id, contaId: far })).status).toBe(200)
    expect(await bill(far)).toMatchObject({ pago: true })
    expect(await bill(near)).toMatchObject({ pago: false })
  })

  test('of a bill that was paid before links it and leaves its payment as it is', async () => {
    const id = await shop.bill({ valor: 656, pago: true, pagamento: '2026-11-04' })
    const waiting = await line({ value: -656 })
    expect(waiting.proposta_texto).toContain('já paga 1 dia antes')
    await accept([waiting.id])
    expect([await bill(id), (await again(waiting)).fez]).toEqual([expect.objectContaining({ pagamento: '2026-11-04' }), 'LIGOU'])
    await shop.call('POST', 'Conta_extratos/desfazer', { id: waiting.id })
    expect(await bill(id)).toMatchObject({ pago: true, pagamento: '2026-11-04' })
  })

  test('of the day’s sales marks them as received, and makes no bill', async () => {
    const { rows } = await shop.server.context.database.system.query(
      `INSERT INTO "Movimentos" ("lojaId", chave, "tipoMovimentoId", contado_em, recebido_em) VALUES ($1, 'v1', 1, '2026-11-04T15:00:00Z', '2026-11-04T15:00:00Z') RETURNING id`,
      [shop.store],
    )
    await shop.run(
      `INSERT INTO "Movimento_recebimentos" ("lojaId", "movimentoId", "moedaId", valor, valor_taxa) VALUES ($1, $2, $3, 700, 14)`,
      shop.store,
      rows[0]?.id,
      shop.keys.currency,
    )
    const waiting = await line({ value: 686, memo: 'STONE PAGAMENTOS' })
    expect(waiting.proposta_texto).toBe('Vendas de 04/11/2026 em Débito, menos as taxas')
    const [bills] = await shop.run('SELECT count(*) FROM "Conta"')
    await accept([waiting.id])
    expect(await again(waiting)).toMatchObject({
      situacao: 'CONCILIADO',
      moedaId: shop.keys.currency,
      vendas_em: '2026-11-04',
      contaId: null,
    })
    expect(await shop.run('SELECT count(*) FROM "Conta"')).toEqual([bills])
  })
})

describe('a line without a bill', () => {
  test('becomes one, paid on its day, and the same memo is proposed so the next time', async () => {
    const first = await line({ value: -12.5, memo: 'TARIFA PACOTE', day: '2026-10-05' })
    const { body } = await shop.call('POST', 'Conta_extratos/lancar', {
      id: first.id,
      descricao: 'Tarifa do banco',
      classificacaoId: shop.keys.expense,
      centroCustoId: shop.keys.centre,
      parceiroId: shop.keys.partner,
    })
    expect(body.conciliados).toBe(1)
    const { contaId } = await again(first)
    expect(await bill(contaId)).toMatchObject({
      tipo: 'PAGAR',
      valor: 12.5,
      pago: true,
      vencimento: '2026-10-05',
      pagamento: '2026-10-05',
    })
    await shop.importLines([{ day: '2026-11-05', value: -13.9, memo: 'Tarifa Pacote 11/26', fitid: 'nova' }])
    expect((await lineOf('Tarifa Pacote 11/26')).proposta_texto).toBe(
      'Conta nova, como da última vez: Aluguel · Imobiliária Horizonte',
    )
  })

  test('of the very memo but its numbers is proposed as it was the last time', async () => {
    await shop.importLines([
      { day: '2026-10-09', value: -21, memo: 'DEB MENSALIDADE 10/26', fitid: 'm10' },
      { day: '2026-11-09', value: -22, memo: 'Déb mensalidade 11/26', fitid: 'm11' },
    ])
    const first = await lineOf('DEB MENSALIDADE 10/26')
    const words = { descricao: 'Mensalidade', classificacaoId: shop.keys.expense, centroCustoId: shop.keys.centre }
    await shop.call('POST', 'Conta_extratos/lancar', { id: first.id, ...words })
    const { body } = await shop.call('POST', 'Conta_extratos/propor')
    expect(body.mudaram).toBeGreaterThan(0)
    const next = await lineOf('Déb mensalidade 11/26')
    expect(next).toMatchObject({ proposta: 'NOVA', proposta_texto: 'Conta nova, como da última vez: Aluguel' })
    expect((await shop.call('GET', `Conta_extratos/proposta?id=${next.id}`)).body).toMatchObject(words)
    const undo = await deed('Conta_extratos/aceitar', { ids: [next.id] })
    const { contaId } = await again(next)
    expect(await bill(contaId)).toMatchObject({ ...words, valor: 22, pagamento: '2026-11-09' })
    expect(await undo()).toMatchObject({ recusados: [], desfeitos: 2 })
    expect((await shop.call('GET', `Conta/${contaId}`)).status).toBe(404)
    expect(await again(next)).toMatchObject({ situacao: 'CONCILIAR', proposta: 'NOVA' })
  })

  test('is set aside and comes back; what is settled by hand is refused in words', async () => {
    const waiting = await line()
    const set = (situacao: string, { id, version }: Line) => shop.call('PATCH', `Conta_extratos/${id}`, { situacao, version })
    expect((await set('IGNORADO', waiting)).status).toBe(200)
    expect(code(await accept([waiting.id]))).toBe('bank.line-ignored')
    expect((await set('CONCILIAR', await again(waiting))).status).toBe(200)
    const refused = await set('CONCILIADO', await again(waiting))
    expect([refused.status, refused.body.error.details[0].code]).toEqual([422, 'bank.choose-bill'])
    const forged = await shop.call('PATCH', `Conta_extratos/${waiting.id}`, {
      valor: 1,
      contaId: 1,
      situacao: 'CONCILIAR',
      version: (await again(waiting)).version,
    })
    expect([forged.status, await again(waiting)]).toMatchObject([200, { valor: waiting.valor, contaId: null }])
  })
})

describe('a chosen bill', () => {
  test('of less is paid with interest, of more with a discount', async () => {
    const less = await shop.bill({ valor: 900 })
    const late = await line({ value: -918.37 })
    const { body } = await shop.call('GET', `Conta_extratos/candidatas?id=${late.id}`)
    const choice = body.contas.find((one: { id: number }) => one.id === less)
    expect(choice.texto.replaceAll('\u00a0', ' ')).toBe(
      'Aluguel do imóvel, R$ 900,00, vence 05/11/2026, R$ 18,37 a mais, como juros',
    )
    await shop.call('POST', 'Conta_extratos/conciliar', { id: late.id, contaId: less })
    expect(await bill(less)).toMatchObject({ juros: 18.37, desconto: null, valor_pago: 918.37 })
    const more = await shop.bill({ valor: 950 })
    const early = await line({ value: -940.5 })
    await shop.call('POST', 'Conta_extratos/conciliar', { id: early.id, contaId: more })
    expect(await bill(more)).toMatchObject({ juros: null, desconto: 9.5, valor_pago: 940.5 })
    await shop.call('POST', 'Conta_extratos/desfazer', { id: early.id })
    expect(await bill(more)).toMatchObject({ pago: false, desconto: null, pagamento: null })
  })

  test.each([
    ['of the other direction', { tipo: 'RECEBER' }, 'bank.bill-receives'],
    ['paid with another value', { pago: true, pagamento: '2026-11-05', valor: 1 }, 'bank.bill-other-value'],
  ])('%s is refused', async (_, more, expected) => {
    const waiting = await line()
    const id = await shop.bill({ ...more, ...('tipo' in more ? { classificacaoId: shop.keys.income } : {}) })
    expect(code(await shop.call('POST', 'Conta_extratos/conciliar', { id: waiting.id, contaId: id }))).toBe(expected)
  })

  test('that another line has, or another store, is refused', async () => {
    const id = await shop.bill({ valor: 71 })
    const [one, two] = [await line({ value: -71 }), await line({ value: -72 })]
    await accept([one.id])
    expect(code(await shop.call('POST', 'Conta_extratos/conciliar', { id: two.id, contaId: id }))).toBe('bank.bill-gone')
    const [{ id: theirs } = {}] = await shop.run(
      `INSERT INTO "Conta" ("lojaId", tipo, vencimento, valor, descricao) VALUES ($1, 'PAGAR', '2026-11-05', 72, 'Segredo') RETURNING id`,
      shop.other,
    )
    expect(code(await shop.call('POST', 'Conta_extratos/conciliar', { id: two.id, contaId: Number(theirs) }))).toBe(
      'bank.bill-gone',
    )
    const choices = (await shop.call('GET', `Conta_extratos/candidatas?id=${two.id}`)).body.contas
    expect(JSON.stringify(choices)).not.toContain('Segredo')
    const asked = await shop.server.call(shop.tokens.stranger, 'POST', '/api/Conta_extratos/aceitar', {
      lojaId: shop.other,
      ids: [two.id],
    })
    expect(asked.statusCode).toBe(404)
  })

  test('stays paid as it is while the line says so, and is free again with it', async () => {
    const id = await shop.bill({ valor: 75 })
    const waiting = await line({ value: -75 })
    await accept([waiting.id])
    const change = async (body: object) => shop.call('PATCH', `Conta/${id}`, { version: (await bill(id)).version, ...body })
    expect((await change({ observacao: 'Pelo banco' })).status).toBe(200)
    expect((await change({ juros: 0, desconto: 0 })).status).toBe(200)
    for (const body of [{ pago: false }, { valor: 80 }, { juros: 5 }])
      expect(code(await change(body))).toBe('bank.bill-reconciled')
    expect(code(await shop.call('DELETE', `Conta/${id}`))).toBe('bank.bill-reconciled')
    await shop.call('POST', 'Conta_extratos/desfazer', { id: waiting.id })
    expect((await change({ valor: 80 })).status).toBe(200)
    expect((await shop.call('DELETE', `Conta/${id}`)).status).toBeLessThan(300)
  })
})

test('the undo of an older deed opens no bill that a line has by now', async () => {
  const id = await shop.bill({ valor: 76 })
  const undo = await deed('Conta/updateMany', { ids: [id], data: { pago: true, pagamento: '2026-11-05' } })
  const waiting = await line({ value: -76 })
  await accept([waiting.id])
  expect(await undo()).toMatchObject({ desfeitos: 0, recusados: [{ motivo: expect.stringContaining('desfaça a conciliação') }] })
  expect(await bill(id)).toMatchObject({ pago: true })
})

describe('a line that was reconciled', () => {
  const remove = (id: number) => shop.call('DELETE', `Conta_extratos/${id}`)

  test('is not deleted before its reconciliation is undone, whether it pays one bill or several', async () => {
    const [whole, one, two] = [await shop.bill({ valor: 96 }), await shop.bill({ valor: 40 }), await shop.bill({ valor: 57 })]
    const lines = [await line({ value: -96 }), await line({ value: -97 })] as const
    await shop.call('POST', 'Conta_extratos/conciliar', { id: lines[0].id, contaId: whole })
    const contas = [
      { contaId: one, valor: 40 },
      { contaId: two, valor: 57 },
    ]
    expect((await shop.call('POST', 'Conta_extratos/dividir', { id: lines[1].id, contas })).status).toBe(200)
    for (const { id } of lines) {
      const refused = await remove(id)
      expect([refused.status, code(refused)]).toEqual([422, 'bank.line-reconciled'])
    }
    expect(await Promise.all([whole, one, two].map(bill))).toMatchObject([{ pago: true }, { pago: true }, { pago: true }])
    for (const { id } of lines) {
      expect((await shop.call('POST', 'Conta_extratos/desfazer', { id })).status).toBe(200)
      expect((await remove(id)).status).toBeLessThan(300)
    }
    expect(await bill(whole)).toMatchObject({ pago: false })
  })

  test('stays when its import is undone, and the bill stays paid', async () => {
    const id = await shop.bill({ valor: 98.5 })
    const arquivos = dataUrl(statementOf([{ day: '2026-11-05', value: -98.5, memo: 'PAGTO DESFEITO', fitid: 'u1' }]))
    const undo = await deed('Conta_extratos/importar', { arquivos })
    const { id: lineId } = await lineOf('PAGTO DESFEITO')
    await shop.call('POST', 'Conta_extratos/conciliar', { id: lineId, contaId: id })
    await undo()
    expect(await lineOf('PAGTO DESFEITO')).toMatchObject({ situacao: 'CONCILIADO', contaId: id })
    expect(await bill(id)).toMatchObject({ pago: true })
  })
})

describe('several lines', () => {
  test('are settled as one deed; those that need a choice stay and are counted, and a closed month is told', async () => {
    await shop.run(
      `INSERT INTO "Contador_arquivo" ("lojaId", "anoMesReferencia", fechado_em) VALUES ($1, '2026-09', now())`,
      shop.store,
    )
    const ids = [
      await shop.bill({ valor: 81, vencimento: '2026-09-10' }),
      await shop.bill({ valor: 82, vencimento: '2026-09-10' }),
    ]
    const lines = [
      await line({ value: -81, day: '2026-09-10' }),
      await line({ value: -82, day: '2026-09-11' }),
      await line({ value: -83.01, day: '2026-09-12' }),
    ]
    const { body } = await accept(lines.map(({ id }) => id))
    expect(body).toEqual({
      conciliados: 2,
      pendentes: 1,
      resposta:
        '2 lançamentos conciliados. 1 sem proposta certa ficou a conciliar. Atenção: 09/2026 já está fechado; avise o contador.',
    })
    expect(await Promise.all(ids.map(bill))).toMatchObject([{ pagamento: '2026-09-10' }, { pagamento: '2026-09-11' }])
    expect(code(await accept(lines.map(({ id }) => id)))).toBe('bank.none-to-accept')
  })

  test('two who accept the same line at the same moment settle it once', async () => {
    const id = await shop.bill({ valor: 91 })
    const waiting = await line({ value: -91 })
    const both = await Promise.all([accept([waiting.id]), accept([waiting.id])])
    expect(both.map(({ status }) => status).toSorted()).toEqual([
      200,
      expect.toSatisfy((status: number) => status === 422 || status === 409),
    ])
    expect(
      await shop.run(`SELECT 1 FROM user_logs WHERE recurso = 'Conta' AND "recursoId" = $1 AND acao = 'alterar'`, String(id)),
    ).toHaveLength(1)
  })
})

test('statement and reconciled are told by account, and the month’s closing counts what waits', async () => {
  const { body } = await shop.call('GET', 'Conta_extratos/resumo')
  expect(body.texto).toMatch(
    /^Itaú 12345-6, 10\/09\/2026 a 09\/11\/2026: extrato .+, conciliado .+, faltam \d+ lançamentos \(.+\)\.$/,
  )
  const span = new URLSearchParams({ startDate: '2026-09-01T03:00:00.000Z', endDate: '2026-10-01T02:59:59.999Z' })
  expect((await shop.call('GET', `relatorio/fechamento_mes?${span}`)).body.banco_a_conciliar).toBe(1)
  // Of many accounts the last ones are told, and that there are others.
  for (const account of ['1-1', '2-2', '3-3', '4-4', '5-5'])
    await shop.importLines([{ day: '2026-08-01', value: -1, memo: `Tarifa ${account}`, fitid: account }], account)
  const { texto } = (await shop.call('GET', 'Conta_extratos/resumo')).body
  expect(texto).toMatch(/^Itaú 12345-6,.+ Há lançamentos em mais 2 contas bancárias\.$/)
})

test('what a call names and nobody has is refused at its field, and the line waits on', async () => {
  const [one, other] = [await line(), await line({ value: 5000 })]
  const lacking = 99_999_999
  const noted = await shop.call('POST', 'Conta_extratos/lancar', { id: one.id, classificacaoId: lacking, centroCustoId: lacking })
  expect([noted.status, JSON.stringify(noted.body)]).toEqual([422, expect.stringContaining('classificacaoId')])
  const sold = await shop.call('POST', 'Conta_extratos/vendas', { id: other.id, moedaId: lacking })
  expect([sold.status, JSON.stringify(sold.body)]).toEqual([422, expect.stringContaining('moedaId')])
  expect([(await again(one)).situacao, (await again(other)).situacao]).toEqual(['CONCILIAR', 'CONCILIAR'])
})
