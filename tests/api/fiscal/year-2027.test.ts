import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkSped } from '../../../src/domain/accounting/sped/checkSped.ts'
import { checkFile } from '../../../src/plugins/sefaz/check/checkFile.ts'
import { SchemaValidator } from '../../../src/plugins/sefaz/schema/schemaValidator.ts'
import { type InvoiceShop, invoiceItem, messageOf, openInvoiceShop } from './invoiceShop.ts'
import { keyOfNote, supplierNote } from './supplierNote.ts'

/**
 * The seam of the reform, without a new version of the code: what the law has notes say on their day comes from registers. Three stores sell, issue,
 * cancel, return, receive and close, with the clock of the server set.
 */

const schemas = new SchemaValidator()
afterAll(() => schemas[Symbol.dispose]())
afterEach(() => vi.useRealTimers())

const at = (moment: string): void => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(moment) })
const beforeMidnight = '2026-12-31T23:59:30-03:00'
const afterMidnight = '2027-01-01T00:00:10-03:00'
const second = '2027-01-02T11:00:00-03:00'
const fifth = '2027-01-05T11:00:00-03:00'

const has = (text: string, ...parts: readonly string[]): void => {
  for (const part of parts) expect(text).toContain(part)
}
const amountOf = (text: string, tag: string): number =>
  Number(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1] ?? Number.NaN)

describe.each([
  ['normal', 3],
  ['Simples', 1],
  ['MEI', 4],
] as const)('a store of the regime %s', (_, regime) => {
  let shop: InvoiceShop
  let admin: string
  /** The accounts that a purchase is booked on. */
  let purchase: object

  beforeAll(async () => {
    shop = await openInvoiceShop({ regime, shippedRates: true })
    await shop.run(
      `INSERT INTO "Contador" ("lojaId", nome, cpf, crc, email, codigo_municipio) VALUES ($1, 'Célia Conta', '12345678909', '1SP123456', 'celia@contas.br', '3550308')`,
      [shop.store],
    )
    const idOf = async (text: string): Promise<number> => Number((await shop.run(text, [shop.store]))[0]?.id)
    purchase = {
      classificacaoId: await idOf(`INSERT INTO "Conta_classificacoes" ("lojaId", nome) VALUES ($1, 'Mercadorias') RETURNING id`),
      centroCustoId: await idOf(`INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES ($1, 'Loja') RETURNING id`),
    }
    await shop.server.addUser('admin@x.br', { admin: true })
    admin = await shop.server.enter('admin@x.br')
  })
  afterAll(() => shop?.close())

  const missing = async (dia: string) => {
    const reply = await shop.get(`relatorio/inicio/certificado?lojaId=${shop.store}&dia=${dia}`)
    const { aliquotas_dias, aliquotas_hoje } = reply.json().totais ?? reply.json()
    return [aliquotas_dias, aliquotas_hoje]
  }
  const taxes = { icms_cst: regime === 3 ? '00' : '102', icms_alq: regime === 3 ? 18 : 0 }
  const item = (changes: object = {}) =>
    invoiceItem({ ...taxes, quantidade: 1, valor_unitario: 100, ...(regime === 3 ? contributions : {}), ...changes })
  const contributions = { pis_cst: '01', pis_alq: 1.65, cofins_cst: '01', cofins_alq: 7.6 }
  const documentOf = async (column: 'nfceId' | 'nfeId', id: unknown): Promise<string> => {
    const table = column === 'nfceId' ? '"nfceId"' : '"nfeEmissaoId"'
    const [row] = await shop.run(
      `SELECT documento FROM "NFe_transmissaos" WHERE ${table} = $1 AND tipo = 'NOTA' ORDER BY id DESC`,
      [id],
    )
    return String(row?.documento)
  }
  /** Sells, issues, and gives the note that the authority took. */
  const sold = async (): Promise<{ readonly sale: number; readonly text: string; readonly key: string }> => {
    const sale = await shop.sell()
    const reply = await shop.emit(sale)
    expect(reply.statusCode, reply.body).toBe(200)
    const { nfceId, situacao, chNFe } = reply.json()
    expect(situacao, reply.body).toBe('AUTORIZADA')
    const text = await documentOf('nfceId', nfceId)
    const { recalculated } = checkFile(schemas, 'nota.xml', Buffer.from(text))
    const stored = recalculated.differences.filter(({ path }) => !path.includes('pCBS') && !path.startsWith('Signature'))
    expect(stored).toEqual([])
    return { sale, text, key: String(chNFe) }
  }
  const typeRate = () =>
    shop.server.call(admin, 'POST', '/api/aliquotas_ibscbs', {
      ...{ tributo: 'CBS', local: 'BR', classe: '', aliquota: 8.7 },
      ...{ vigencia_inicio: '2027-01-01', fonte: 'Resolução do Senado, digitada pelo teste' },
    })
  let lastOf2026 = ''

  test('a rate that is missing is told weeks before: when it is needed', async () => {
    expect(await missing('2026-11-26')).toEqual([regime === 3 ? 36 : 39, 0])
    expect(await missing('2026-10-01')).toEqual([0, 0])
    expect(await missing('2027-01-04')).toEqual([0, 1])
  })

  test('31/12/2026, 23:59: by the law of 2026', async () => {
    at(beforeMidnight)
    const { text, key } = await sold()
    lastOf2026 = key
    has(text, '<PIS>', '<COFINS>', '<dhEmi>2026-12-31T23:59:30-03:00</dhEmi>', '<vNF>24.09</vNF>')
    if (regime === 3) has(text, '<pCBS>0.9000</pCBS>', '<pIBSUF>0.1000</pIBSUF>', '<vNFTot>24.09</vNFTot>', '<vItem>')
    else expect(text).not.toContain('IBSCBS')
  })

  test('handed out offline on 31/12 and sent on 01/01: by the law of the day on which it was handed out', async () => {
    at('2026-12-31T23:50:00-03:00')
    await shop.run('UPDATE lojas SET nfce_contingencia = true WHERE id = $1', [shop.store])
    const { nfceId, situacao, chNFe } = (await shop.emit(await shop.sell())).json()
    expect(situacao).toBe('PENDENTE')
    const handedOut = await documentOf('nfceId', nfceId)
    has(handedOut, '<tpEmis>9</tpEmis>', '<dhEmi>2026-12-31T23:50:00-03:00</dhEmi>', '<PIS>', '<COFINS>')
    // Nobody knows the rates of the new year yet, and nobody has to.
    at('2027-01-01T00:20:00-03:00')
    await shop.run('UPDATE lojas SET nfce_contingencia = false WHERE id = $1', [shop.store])
    await shop.run(`UPDATE system.queue SET "dueAt" = '2026-01-01' WHERE queue = 'sefaz'`)
    for (const worker of shop.server.context.workers) await worker.deliver()
    const note = (await shop.notes()).find(({ id }) => id === nfceId)
    expect(note).toMatchObject({ situacao: 'AUTORIZADA', chNFe })
    expect(await documentOf('nfceId', nfceId)).toBe(handedOut)
    if (regime === 3) has(handedOut, '<pCBS>0.9000</pCBS>')
    else expect(handedOut).not.toContain('IBSCBS')
  })

  test('01/01/2027, 00:00: a rate that nobody knows stops the regime that tells it, in words, until the administrator types it', async () => {
    at(afterMidnight)
    const reply = await shop.emit(await shop.sell())
    if (regime === 3) {
      expect(reply.statusCode).toBe(400)
      expect(messageOf(reply)).toContain('as alíquotas de IBS e CBS desta data não são conhecidas')
    } else expect(reply.json().situacao, reply.body).toBe('AUTORIZADA')
    expect((await typeRate()).statusCode).toBe(201)
    const twice = await typeRate()
    expect([twice.statusCode, messageOf(twice)]).toEqual([422, expect.stringContaining('alíquota')])
    expect(await missing('2026-12-20')).toEqual([0, 0])
    const { text } = await sold()
    expect(text).not.toContain('<PIS>')
    expect(text).not.toContain('<COFINS>')
    has(text, '<vPIS>0.00</vPIS>', '<vCOFINS>0.00</vCOFINS>', '<vPag>24.09</vPag>')
    if (regime !== 3) return has(text, '<vNF>24.09</vNF>')
    has(text, '<pCBS>8.7000</pCBS>', '<pIBSUF>0.0500</pIBSUF>', '<pIBSMun>0.0500</pIBSMun>', '<vNFTot>24.09</vNFTot>')
    // The payment holds the taxes: goods and taxes together are it, to the cent.
    const together = Math.round(
      (amountOf(text, 'vNF') + amountOf(text, 'vIBS') + amountOf(text.slice(text.indexOf('IBSCBSTot')), 'vCBS')) * 100,
    )
    expect(amountOf(text, 'vNF')).toBeLessThan(24.09)
    expect(together).toBeLessThanOrEqual(2409)
  })

  test('02/01/2027: an invoice adds what the law has the buyer pay', async () => {
    at(second)
    const draft = await shop.draft({
      itens: [item({ ipi_cst: '50', ipi_alq: 10 })],
      pagamentos: [{ tipo: 1, valor: 200 }],
      presenca: 1,
    })
    const { total_nota, total_ipi_v, total_pis_v } = draft
    expect([Number(total_ipi_v), Number(total_pis_v)]).toEqual([0, 0])
    // 100.00 less 18.00 of ICMS is the base: 82.00 × 8.7 % = 7.13, and twice 0.04.
    expect(Number(total_nota)).toBe(regime === 3 ? 107.21 : 100)
    const reply = await shop.issue(draft.id)
    expect(reply.json().situacao, reply.body).toBe('AUTORIZADA')
    const text = await documentOf('nfeId', draft.id)
    expect(text).not.toContain('<PIS>')
    has(text, '<pIPI>0.0000</pIPI>', '<vNF>100.00</vNF>')
    if (regime === 3) has(text, '<vItem>107.21</vItem>', '<vNFTot>107.21</vNFTot>', '<vCBS>7.13</vCBS>')
    else expect(text).not.toContain('IBSCBS')
  })

  test('05/01/2027: the Simples and the MEI tell IBS and CBS, and what is paid stays', async () => {
    at(fifth)
    const { text, sale } = await sold()
    has(text, '<IBSCBSTot>', '<pCBS>8.7000</pCBS>', '<vItem>', '<vNFTot>24.09</vNFTot>')
    if (regime !== 3) has(text, '<vNF>24.09</vNF>')
    const cancelled = await shop.post('Sefaz/cancelaNFCe', { movimentoId: sale })
    expect(cancelled.statusCode, cancelled.body).toBe(200)
  })

  test.each([
    ['02/01/2027', second, 0],
    ['05/01/2027', fifth, 1],
  ])('%s: the whole day: sold and cancelled, invoiced and cancelled, returned, received, closed', async (_day, moment, nth) => {
    at(moment)
    const { sale } = await sold()
    expect((await shop.post('Sefaz/cancelaNFCe', { movimentoId: sale })).statusCode).toBe(200)
    const { total_nota } = await shop.draft({ itens: [item()], pagamentos: [{ tipo: 1, valor: 500 }], presenca: 1 })
    const note = await shop.issued({ itens: [item()], pagamentos: [{ tipo: 1, valor: Number(total_nota) }], presenca: 1 })
    const key = String((await shop.invoice(note.id)).chave)
    const back = await shop.draft({
      ...{ tipo_doc: 0, finalidade: 4, natureza_operacao: 'DEVOLUCAO', chaves: [{ chave: key }] },
      ...{ itens: [item({ cfop: '1202' })], pagamentos: [{ tipo: 90, valor: 0 }] },
    })
    const returned = await shop.issue(back.id)
    expect(returned.json().situacao, returned.body).toBe('AUTORIZADA')
    const gone = await shop.issued({ itens: [item()], pagamentos: [{ tipo: 1, valor: Number(total_nota) }], presenca: 1 })
    const cancelled = await shop.post('Sefaz/cancelaNFe', { nfeId: gone.id, motivo: 'Pedido desfeito pelo cliente' })
    expect(cancelled.json().situacao, cancelled.body).toBe('CANCELADA')
    const xml = supplierNote({
      number: 41 + nth,
      lines: [{ code: 'B1', name: 'Feijão', quantity: '1', value: '30.00' }],
      vNF: '30.00',
      due: [['2027-02-10', '30.00']],
    })
    const upload = await shop.post('Sefaz/uploadXML', { xml })
    expect(upload.statusCode, upload.body).toBeLessThan(300)
    const [id] = upload.json().ids
    await shop.run('UPDATE nfes_itens SET "produtoId" = $2, venda = 45 WHERE "nfesId" = $1', [id, shop.product])
    const entered = await shop.post('nfes/entrada', { id, ...purchase })
    expect(entered.statusCode, entered.body).toBe(200)
    expect(await shop.run('SELECT custo::float8, estoque::float8 FROM nfes_itens WHERE "nfesId" = $1', [id])).toEqual([
      { custo: 30, estoque: 1 },
    ])
    const valores = [{ moedaId: shop.currency, valor_contabilizado: 24.09, valor_informado: 24.09 }]
    const session = { equipamentoId: shop.equipment, abertura: 1 + nth, aberto_em: moment, fechado_em: moment, valores }
    const drawer = await shop.post('caixas/save', session)
    expect(drawer.statusCode, drawer.body).toBe(200)
    const month = `lojaId=${shop.store}&startDate=2027-01-01&endDate=2027-01-31`
    const sped = await shop.get(`Relatorio/sped_fiscal?${month}`)
    expect(checkSped(sped.rawPayload.toString('latin1'))).toEqual([])
    expect((await shop.get(`relatorio/contas/dre?${month}`)).statusCode).toBe(200)
  })

  test('a return in 2027 of a sale of 2026 takes back the taxes of that sale', async () => {
    at(fifth)
    const returned = await shop.draft({
      ...{ tipo_doc: 0, finalidade: 4, natureza_operacao: 'DEVOLUCAO', chaves: [{ chave: lastOf2026 }] },
      ...{ itens: [item({ cfop: '1202' })], pagamentos: [{ tipo: 90, valor: 0 }] },
    })
    expect(Number(returned.total_pis_v)).toBe(regime === 3 ? 1.35 : 0)
    const reply = await shop.issue(returned.id)
    expect(reply.json().situacao, reply.body).toBe('AUTORIZADA')
    const text = await documentOf('nfeId', returned.id)
    if (regime === 3) has(text, '<pCBS>0.9000</pCBS>', '<PIS>', '<vNFTot>100.00</vNFTot>')
    else has(text, '<pCBS>0.9000</pCBS>', '<vNFTot>100.00</vNFTot>')
  })

  test('a supplier’s note is received, and the month is closed', async () => {
    at(fifth)
    const xml = supplierNote({ number: 31, lines: [{ code: 'A1', name: 'Arroz', quantity: '1', value: '50.00' }], vNF: '50.00' })
    const upload = await shop.post('Sefaz/uploadXML', { xml })
    expect(upload.statusCode, upload.body).toBeLessThan(300)
    expect(await shop.run('SELECT "vNF"::text FROM nfes WHERE "chNFe" = $1', [keyOfNote(31)])).toEqual([{ vNF: '50.00' }])
    const query = `lojaId=${shop.store}&startDate=2027-01-01&endDate=2027-01-31`
    const sped = await shop.get(`Relatorio/sped_fiscal?${query}`)
    expect(sped.statusCode, sped.body).toBe(200)
    expect(checkSped(sped.rawPayload.toString('latin1'))).toEqual([])
    const result = await shop.get(`relatorio/contas/dre?${query}`)
    expect(result.statusCode, result.body).toBe(200)
    // In February the month goes to the accountant, and is closed.
    at('2027-02-02T11:00:00-03:00')
    const { id: arquivoId } = (await shop.post('Contador_arquivo/gera', { anoMesReferencia: 'jan/27' })).json()
    const closed = await shop.post('Contador_arquivo/fechar', { arquivoId })
    expect(closed.json(), closed.body).toMatchObject({ fechado: true })
  })

  if (regime === 1)
    test('who pays IBS and CBS beside the Simples adds them, from the half-year of the choice on', async () => {
      at(fifth)
      const period = { vigencia_inicio: '2027-07-01', regime_tributario: 1, ibscbs: 'REGULAR' }
      expect((await shop.post('Loja_regimes', period)).statusCode).toBe(201)
      const total = async () => Number((await shop.draft({ itens: [item()], presenca: 1 })).total_nota)
      expect(await total()).toBe(100)
      // A form works with the choice of the store's day, which London's has left.
      at('2027-06-30T23:30:00-03:00')
      const chosen = async (dia = '') =>
        (
          await shop.get(`NFe_emissaos/calculo?lojaId=${shop.store}&destinatarioId=${shop.customer}${dia && `&dia=${dia}`}`)
        ).json()
      expect((await chosen()).loja).toMatchObject({ regular: false })
      // Of a draft with a day of its own, with that day's.
      expect((await chosen('2027-07-01')).loja).toMatchObject({ regular: true })
      at('2027-07-01T00:30:00-03:00')
      expect((await chosen()).loja).toMatchObject({ regular: true })
      at('2027-07-01T11:00:00-03:00')
      // 100.00 × 8.7 % and twice 0.05 %.
      expect(await total()).toBe(108.8)
      const { text } = await sold()
      has(text, '<CRT>1</CRT>', '<vPag>24.09</vPag>', '<vNFTot>24.09</vNFTot>')
      expect(amountOf(text, 'vNF')).toBeLessThan(24.09)
      // The invoice of a sale asks what was paid: the taxes lie within that.
      const made = await shop.post('NFe_emissaos/deVenda', { movimentoId: await shop.sell(), destinatarioId: shop.customer })
      expect(made.statusCode, made.body).toBe(200)
      const invoice = await shop.invoice(made.json().nfeId)
      expect([Number(invoice.total_nota), Number(invoice.total_cbs_v) > 0]).toEqual([24.09, true])
      expect((await shop.issue(made.json().nfeId)).json().situacao).toBe('AUTORIZADA')
    })
})
