import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'

/** A sale gets its consumer invoice: numbered, stored, signed, sent, and never twice, whatever the authority or the line do. */

let shop: FiscalShop
beforeAll(async () => {
  shop = await openFiscalShop({ csc: true })
})
afterAll(() => shop?.close())
afterEach(() => shop.simulator.set({ faults: [], pause: null }))

const messageOf = (reply: { body: string }): string => JSON.parse(reply.body).error?.message ?? ''
const lastNumber = async (): Promise<number> =>
  Number((await shop.run('SELECT "nfce_nNF" AS n FROM equipamentos WHERE id = $1', [shop.equipment]))[0]?.n)

test('a sale is authorised, once', async () => {
  const sale = await shop.sell()
  const reply = await shop.emit(sale)
  expect(reply.json()).toMatchObject({ situacao: 'AUTORIZADA', serie: 1, numero: 101, cStat: '100' })
  const { chNFe } = reply.json()
  expect(shop.simulator.ledgers[2].note(chNFe)).toMatchObject({ total: '24.09' })
  expect(await lastNumber()).toBe(101)
  const [note] = await shop.notes()
  expect(note).toMatchObject({ movimentoId: sale, nNF: 101, vNF: 24.09, situacao: 'AUTORIZADA', chNFe, ambiente: 2 })
  expect(String(note?.xmlUrl)).not.toContain('inutili')
  expect((await shop.run('SELECT nfce_situacao AS s FROM "Movimentos" WHERE id = $1', [sale]))[0]?.s).toBe('AUTORIZADA')
  expect((await shop.emit(sale)).json()).toMatchObject({ numero: 101, chNFe })
  expect(await shop.notes()).toHaveLength(1)
})

test('a product whose code is of another regime is told before a number is taken', async () => {
  const code = (icms_cst: string) => shop.run('UPDATE impostos SET icms_cst = $2 WHERE "lojaId" = $1', [shop.store, icms_cst])
  const [sale, before] = [await shop.sell(), await lastNumber()]
  await code('00')
  expect(messageOf(await shop.emit(sale))).toContain('o CST 00 é do regime normal')
  expect(await lastNumber()).toBe(before)
  await code('102')
  expect((await shop.emit(sale)).json()).toMatchObject({ situacao: 'AUTORIZADA', numero: before + 1 })
})

test('a reduced CSOSN 900 without a margin is no substitution: the consumer pays the price', async () => {
  const profile = (cst: string, rate: number, reduced: number) =>
    shop.run('UPDATE impostos SET icms_cst = $2, icms_alq = $3, icms_red_bc = $4 WHERE "lojaId" = $1', [
      ...[shop.store, cst, rate, reduced],
    ])
  await profile('900', 18, 20)
  const reply = await shop.emit(await shop.sell())
  await profile('102', 0, 0)
  expect(reply.json()).toMatchObject({ situacao: 'AUTORIZADA' })
  expect(shop.simulator.ledgers[2].note(reply.json().chNFe)).toMatchObject({ total: '24.09' })
})

test('codes and numbers that no consumer’s note may have are told before a number is taken', async () => {
  const profile = (cst: string, cfop: string) =>
    shop.run('UPDATE impostos SET icms_cst = $2, cfop_estadual = $3 WHERE "lojaId" = $1', [shop.store, cst, cfop])
  const before = await lastNumber()
  const told = async (cst: string, cfop: string): Promise<string> => {
    await profile(cst, cfop)
    return messageOf(await shop.emit(await shop.sell()))
  }
  expect(await told('102', '6102')).toMatch(/^Pão na chapa: o CFOP 6102 não é de venda dentro do estado/)
  expect(await told('101', '5102')).toMatch(/^Pão na chapa: a NFC-e não aceita o código de ICMS 101/)
  expect(await told('102', '5405')).toMatch(/^Pão na chapa: o CFOP 5405 não combina com o código de ICMS 102/)
  expect(await told('500', '5102')).toMatch(/^Pão na chapa: o CFOP 5102 não combina com o código de ICMS 500/)
  expect(await told('500', '5405')).toBe('')
  await profile('102', '5102')
  const wrong = { chave: 'cpf', cpf_cnpj: '52998224726' }
  const sale = await shop.sell(wrong)
  expect(messageOf(await shop.emit(sale))).toMatch(/^O CPF ou CNPJ 52998224726 não existe/)
  expect(await lastNumber()).toBe(before + 1)
  // As the words say.
  await shop.sell({ ...wrong, cpf_cnpj: '52998224725' })
  expect((await shop.emit(sale)).json()).toMatchObject({ situacao: 'AUTORIZADA', numero: before + 2 })
})

test('two who issue the same sale at once get the same note', async () => {
  const sale = await shop.sell({ cpf_cnpj: '52998224725' })
  const both = await Promise.all([shop.emit(sale), shop.emit(sale)])
  expect(new Set(both.map(one => one.json().chNFe)).size).toBe(1)
  expect((await shop.notes()).filter(one => one.movimentoId === sale)).toHaveLength(1)
})

test.each(['cutBefore', 'cutAfter', 'malformed'] as const)(
  '%s: the note waits, and asking again gives the same one',
  async kind => {
    const sale = await shop.sell()
    shop.simulator.set({ faults: [{ kind, times: 1, service: 'NFeAutorizacao4' }] })
    const first = (await shop.emit(sale)).json()
    expect(first).toMatchObject({ situacao: 'PENDENTE', resposta: 'A nota está guardada e será enviada: a SEFAZ não respondeu.' })
    const second = (await shop.emit(sale)).json()
    expect(second).toMatchObject({ situacao: 'AUTORIZADA', chNFe: first.chNFe, numero: first.numero })
  },
)

test('an authority that is away or rests leaves the note waiting', async () => {
  const sale = await shop.sell()
  await shop.simulator.shut()
  expect((await shop.emit(sale)).json()).toMatchObject({ situacao: 'PENDENTE' })
  await shop.simulator.open()
  shop.simulator.set({ pause: '108' })
  expect((await shop.emit(sale)).json()).toMatchObject({ situacao: 'PENDENTE', cStat: '108' })
  shop.simulator.set({ pause: null })
  expect((await shop.emit(sale)).json()).toMatchObject({ situacao: 'AUTORIZADA' })
})

test('a receipt instead of an answer is asked for', async () => {
  const sale = await shop.sell()
  shop.simulator.set({ faults: [{ kind: 'asynchronous', times: 1 }] })
  expect((await shop.emit(sale)).json()).toMatchObject({ situacao: 'AUTORIZADA' })
})

test('a refused note keeps its number; after three equal refusals it stops until something changes', async () => {
  const sale = await shop.sell()
  shop.simulator.set({ faults: [{ kind: 'code', code: '778', reason: 'NCM inexistente', times: 3 }] })
  for (let time = 0; time < 3; time++) {
    const reply = await shop.emit(sale)
    expect([reply.statusCode, messageOf(reply)]).toEqual([
      400,
      'A SEFAZ rejeitou: 778 - Rejeição [NCM inexistente]. Confira o NCM do produto.',
    ])
  }
  const number = await lastNumber()
  expect((await shop.notes())[0]).toMatchObject({ situacao: 'PENDENTE', cStat: '778', xMotivo: 'Rejeição [NCM inexistente]' })
  expect(messageOf(await shop.emit(sale))).toMatch(/^A SEFAZ rejeitou esta nota 3 vezes pelo mesmo motivo/)
  await shop.run(`UPDATE produtos SET desc_prod = 'Pão na chapa com manteiga', "ncmId" = '21069090', orig = 5 WHERE id = $1`, [
    shop.product,
  ])
  expect((await shop.emit(sale)).json()).toMatchObject({ situacao: 'AUTORIZADA', numero: number })
  await shop.run('UPDATE produtos SET orig = 0 WHERE id = $1', [shop.product])
})

test('what has no note is refused in words', async () => {
  const refusal = async (sale: number): Promise<string> => {
    const reply = await shop.emit(sale)
    expect(reply.statusCode).toBe(400)
    return messageOf(reply)
  }
  expect((await shop.emit(999_999)).statusCode).toBe(404)
  const withdrawal = await shop.sell({ tipoMovimentoId: 8, produtos: [], total_desconto: 0, total_servico: 0 })
  expect(await refusal(withdrawal)).toBe('Só vendas têm NFC-e.')
  expect(await refusal(await shop.sell({ recebido_em: null, recebimentos: [] }))).toBe('Esta venda ainda não foi paga.')
  expect(await refusal(await shop.sell({ mov: 7 }))).toBe('Esta venda é do PDV Windows, que emite a própria NFC-e.')
  const sale = await shop.sell()
  const without = async (table: string, field: string): Promise<string> => {
    const [before] = await shop.run(`SELECT "${field}" AS v FROM ${table} WHERE "lojaId" = $1 LIMIT 1`, [shop.store])
    await shop.run(`UPDATE ${table} SET "${field}" = NULL WHERE "lojaId" = $1`, [shop.store])
    const said = await refusal(sale)
    await shop.run(`UPDATE ${table} SET "${field}" = $2 WHERE "lojaId" = $1`, [shop.store, before?.v])
    return said
  }
  expect(await without('lojas', 'inscricao_estadual')).toBe('Preencha no perfil da loja: inscrição estadual.')
  expect(await without('produtos', 'ncmId')).toMatch(/^Preencha no produto .*: NCM\.$/)
  expect(await without('equipamentos', 'nfce_serie')).toBe('Preencha a série da NFC-e no equipamento Caixa 1.')
  await shop.run(`UPDATE moedas SET cod_sat = '99' WHERE "lojaId" = $1`, [shop.store])
  expect(await refusal(sale)).toBe('A moeda Dinheiro tem o código fiscal 99, que a NFC-e não aceita.')
  await shop.run(`UPDATE moedas SET cod_sat = '01' WHERE "lojaId" = $1`, [shop.store])
  const number = await lastNumber()
  expect((await shop.emit(sale)).json()).toMatchObject({ numero: number + 1 })
})

test('a delivery names who received it and where, as far as that is known', async () => {
  const addressed = `"lojaId", "movimentoId", "customerName", "deliveryStreetName", "deliveryStreetNumber", "deliveryNeighborhood", "deliveryCity", "deliveryState"`
  const [customer] = await shop.run(
    `WITH p AS (INSERT INTO parceiros ("lojaId", nome_fantasia, cliente, cnpj) VALUES ($1, 'Bia', true, '52998224725') RETURNING id)
     INSERT INTO parceiros_enderecos ("lojaId", "parceirosId", ordem, logradouro, numero, bairro, cidade, uf, codigo_municipio, cep)
     SELECT $1, id, 1, 'Rua Direita', '7', 'Sé', 'Osasco', 'SP', '3534401', '06010000' FROM p RETURNING "parceirosId"::float8 AS id`,
    [shop.store],
  )
  const issued = async (sale: number): Promise<string> => {
    const { nfceId, situacao } = (await shop.emit(sale)).json()
    expect(situacao).toBe('AUTORIZADA')
    const [row] = await shop.run(`SELECT documento FROM "NFe_transmissaos" WHERE "nfceId" = $1`, [nfceId])
    return String(row?.documento)
  }
  const delivery = { tipo_venda: 'DELIVERY', canal_venda: 'LOJA' }
  const toPartner = await issued(await shop.sell({ ...delivery, parceiroId: customer?.id }))
  expect(toPartner).toContain('<indPres>4</indPres>')
  expect(toPartner).toMatch(
    /<dest><CPF>52998224725<\/CPF><enderDest><xLgr>Rua Direita<\/xLgr><nro>7<\/nro>.*<cMun>3534401<\/cMun>/,
  )

  // The order says where it went; its city is the store's, and so is the code of that.
  const ordered = await shop.sell({ ...delivery, canal_venda: 'PALLAS', cpf_cnpj: '11144477735', parceiroId: customer?.id })
  await shop.run(
    `INSERT INTO "AppPedidos" (${addressed}) VALUES ($1, $2, 'Caio', 'Rua Augusta', '100', 'Consolação', 'SAO PAULO', 'SP')`,
    [shop.store, ordered],
  )
  expect(await issued(ordered)).toMatch(
    /<dest><CPF>11144477735<\/CPF><enderDest><xLgr>Rua Augusta<.*<cMun>3550308<\/cMun><xMun>SAO PAULO</,
  )

  // An unknown buyer, or one by a marketplace, gets the note of a sale at the counter.
  expect(await issued(await shop.sell(delivery))).toContain('<indPres>1</indPres>')
  expect(await issued(await shop.sell({ ...delivery, cpf_cnpj: '52998224725' }))).toContain('<indPres>1</indPres>')
  const byMarketplace = () => shop.sell({ ...delivery, canal_venda: 'IFOOD', parceiroId: customer?.id })
  expect(await issued(await byMarketplace())).toContain('<indPres>1<')

  // Until the store says what it is called there.
  const named = { canal_venda: 'IFOOD', nome: 'iFood', cnpj: '14380200000121', identificador: 'Padaria da Ana - Centro' }
  expect((await shop.post('intermediadores', named)).statusCode).toBe(201)
  const text = await issued(await byMarketplace())
  expect(text).toContain('<indPres>4</indPres><indIntermed>1</indIntermed>')
  expect(text).toContain(
    '<infIntermed><CNPJ>14380200000121</CNPJ><idCadIntTran>Padaria da Ana - Centro</idCadIntTran></infIntermed>',
  )
  expect(await issued(await shop.sell({ ...delivery, parceiroId: customer?.id }))).toContain('<indIntermed>0</indIntermed>')
})

test('a number of somebody else is not taken for ours', async () => {
  const sale = await shop.sell()
  const other = await shop.sell()
  const { numero } = (await shop.emit(other)).json()
  await shop.run('UPDATE equipamentos SET "nfce_nNF" = $2 WHERE id = $1', [shop.equipment, numero - 1])
  expect(messageOf(await shop.emit(sale))).toMatch(/^A SEFAZ rejeitou: 539/)
  const [note] = await shop.notes()
  expect(note).toMatchObject({ cStat: '539', situacao: 'PENDENTE' })
  const gone = await shop.server.call(shop.token, 'DELETE', `/api/NFCes/del?lojaId=${shop.store}&id=${note?.id}`)
  expect(gone.statusCode).toBe(200)
  expect((await shop.emit(sale)).json()).toMatchObject({ situacao: 'AUTORIZADA', numero: numero + 1 })
})

test('a simulated sale has no note', async () => {
  const sale = await shop.sell()
  await shop.server.context.database.system.query('UPDATE "Movimentos" SET simulada = true WHERE "lojaId" = $1 AND id = $2', [
    shop.store,
    sale,
  ])
  expect(messageOf(await shop.emit(sale))).toBe('Esta venda é simulada: não tem nota fiscal.')
  expect((await shop.notes()).some(one => one.movimentoId === sale)).toBe(false)
})

test('who may not see sales issues none, and another store is not there', async () => {
  const sale = await shop.sell()
  const clerk = await shop.person('balcao', { cardapio_ver: true })
  expect((await shop.post('Sefaz/emiteNFCe', { movimentoId: sale }, clerk)).statusCode).toBe(403)
  const theirs = await shop.server.addStore('Alheia')
  const stranger = await shop.person('alheia', { type: 1 }, theirs)
  expect((await shop.post('Sefaz/emiteNFCe', { movimentoId: sale }, stranger)).statusCode).toBeGreaterThanOrEqual(400)
  const reply = await shop.server.call(stranger, 'POST', '/api/Sefaz/emiteNFCe', { lojaId: theirs, movimentoId: sale })
  expect(reply.statusCode).toBe(404)
  expect((await shop.notes()).some(one => one.movimentoId === sale)).toBe(false)
})

test('an Idempotency-Key changes nothing of what is stored before it is sent', async () => {
  const sale = await shop.sell()
  shop.simulator.set({ faults: [{ kind: 'cutAfter', times: 1, service: 'NFeAutorizacao4' }] })
  const send = () =>
    shop.server.app.inject({
      method: 'POST',
      url: '/api/Sefaz/emiteNFCe',
      headers: { authorization: shop.token, 'idempotency-key': 'nota-1' },
      payload: { lojaId: shop.store, movimentoId: sale },
    })
  const first = (await send()).json()
  expect(first).toMatchObject({ situacao: 'PENDENTE' })
  expect((await send()).json()).toMatchObject({ situacao: 'AUTORIZADA', chNFe: first.chNFe })
})
