import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'

/** The gaps of a month before its documents go to the accountant, and the documents that come to it after it was closed. */

let shop: FiscalShop
const month = '2026-09'
const september = { startDate: '2026-09-01T03:00:00.000Z', endDate: '2026-10-01T02:59:59.999Z' }
beforeAll(async () => {
  shop = await openFiscalShop({ regime: 3 })
  await shop.run('UPDATE lojas SET ambiente_fiscal = 1 WHERE id = $1', [shop.store])
})
afterAll(() => shop?.close())

const get = (path: string) =>
  shop.server.call(shop.token, 'GET', `/api/${path}${path.includes('?') ? '&' : '?'}lojaId=${shop.store}`)
const post = (path: string, body: object) => shop.server.call(shop.token, 'POST', `/api/${path}`, { lojaId: shop.store, ...body })
const closing = async (): Promise<Record<string, unknown>> =>
  (await get(`relatorio/fechamento_mes?${new URLSearchParams(september)}`)).json()

async function issue(
  number: number,
  changes: { state?: string; xml?: boolean; environment?: number; at?: string; serie?: number } = {},
) {
  const { state = 'AUTORIZADA', xml = true, environment = 1, at = '2026-09-10T15:00:00Z', serie = 7 } = changes
  const key = `352609${'1'.repeat(19)}${`${number}`.padStart(9, '0')}${'1'.repeat(10)}`
  const [row] = await shop.run(
    `INSERT INTO "NFCes" ("lojaId", serie, "nNF", "chNFe", "dhEmi", "vNF", situacao, ambiente) VALUES ($1, $2, $3, $4, $5, 10.5, $6, $7) RETURNING id`,
    [shop.store, serie, number, key, at, state, environment],
  )
  if (xml)
    await shop.run(
      `INSERT INTO "NFe_transmissaos" ("lojaId", "nfceId", tipo, modelo, ambiente, chave, documento, estado, decidida_em) VALUES ($1, $2, 'NOTA', '65', $3, $4, '<x/>', 'ACEITO', $5)`,
      [shop.store, row?.id, environment, key, at],
    )
  return Number(row?.id)
}

describe('the closing of a month', () => {
  test('an empty month lacks nothing', async () => {
    const told = await closing()
    expect(told).toMatchObject({ vendas: 0, nfce: 0, faltam_numeros: 0, sem_xml: 0, fechado: 0, furos: [], nfce_sem_xml: [] })
  })

  test('tells gaps of the numbering that no voided number fills, what waits, and what has no XML, by name', async () => {
    await issue(10, { at: '2026-08-31T15:00:00Z' })
    await issue(12)
    // 13 is voided; 14 and 15 are nowhere; 16 waits; of homologation nothing counts; 18 was issued in the next month.
    await issue(13, { state: 'INUTILIZADA', xml: false })
    await issue(16, { state: 'PENDENTE', xml: false })
    await issue(90, { environment: 2 })
    await issue(18, { at: '2026-10-02T15:00:00Z' })
    const lost = await issue(17, { xml: false })
    await issue(19)
    const told = await closing()
    expect(told).toMatchObject({ nfce: 31.5, faltam_numeros: 3, nfce_pendentes: 1, inutilizadas: 1, sem_xml: 1 })
    expect(told.furos).toEqual([
      { documento: 'NFC-e', serie: 7, de: 11, ate: 11, qtd: 1 },
      { documento: 'NFC-e', serie: 7, de: 14, ate: 15, qtd: 2 },
    ])
    expect(told.nfce_sem_xml).toMatchObject([{ id: lost, serie: 7, numero: 17, valor: 10.5 }])
  })

  test('tells sales, sessions, bills and suppliers’ notes that nobody looked after', async () => {
    const at = '2026-09-20T15:00:00Z'
    await shop.run(
      `INSERT INTO nfes ("lojaId", "chNFe", "xNome", "CNPJ", "dhEmi", "vNF", "cSitNFe", ambiente) VALUES ($1, $2, 'Atacado', '11222333000181', $3, 50, 1, 1), ($1, $4, 'Atacado', '11222333000181', $3, 30, NULL, 1),
         ($1, $5, 'Atacado', '11222333000181', $3, 20, 3, 1)`,
      // The second came by its file: no authority told its situation.
      [shop.store, '3'.repeat(44), at, '4'.repeat(44), '5'.repeat(44)],
    )
    await shop.run(
      `INSERT INTO caixas ("lojaId", abertura, aberto_em, status, divergencia) VALUES ($1, 1, $2, 1, 'FALTA'), ($1, 2, $2, 1, 'SEM'), ($1, 3, $2, 2, 'SEM')`,
      [shop.store, at],
    )
    await shop.run(
      `INSERT INTO "Conta" ("lojaId", tipo, vencimento, valor, descricao) VALUES ($1, 'PAGAR', '2026-09-30', 10, 'a'), ($1, 'PAGAR', '2026-10-01', 10, 'b')`,
      [shop.store],
    )
    expect(await closing()).toMatchObject({
      recebidas: 80,
      sem_manifestacao: 2,
      sem_entrada: 2,
      caixas_a_conferir: 2,
      caixas_com_diferenca: 1,
      contas_sem_classificacao: 1,
    })
  })

  test('a month is closed by somebody, once it is over, and what comes later is told', async () => {
    const { id } = (await post('Contador_arquivo/gera', { anoMesReferencia: 'set/26' })).json()
    expect((await get(`Contador_arquivo/${id}`)).json()).toMatchObject({ anoMesReferencia: month, fechado_em: null })
    expect((await post('Contador_arquivo/reabrir', { arquivoId: id })).json().error.code).toBe('accountant.not-closed')
    expect((await post('Contador_arquivo/fechar', { arquivoId: id })).statusCode).toBe(200)
    expect((await post('Contador_arquivo/fechar', { arquivoId: id })).json().error.code).toBe('accountant.closed-already')
    expect((await get(`Contador_arquivo/${id}`)).json()).toMatchObject({
      fechado_em: expect.any(String),
      fechado_por: expect.any(String),
    })
    expect(await closing()).toMatchObject({ fechado: 1, depois_do_fechamento: 0 })
    await issue(20)
    expect(await closing()).toMatchObject({ fechado: 1, depois_do_fechamento: 1 })
    // Sales count by the moment of their coming, their change or their cancellation, at the till or here; bills that are paid in the month by their last change.
    await shop.run(
      `INSERT INTO "Movimentos" ("lojaId", chave, "tipoMovimentoId", contado_em, recebido_em, "createdAt", "updatedAt", alterado_em, deletado_em)
       SELECT $1, 'depois ' || at, tipo, em::timestamptz, em::timestamptz, CASE WHEN came THEN now() ELSE '2026-09-10T15:00:00Z' END,
         CASE WHEN late THEN now() ELSE '2026-09-10T15:00:00Z' END, CASE WHEN changed THEN now() + interval '1 minute' END, CASE WHEN gone THEN now() + interval '1 minute' END
       FROM (VALUES (1, 1, '2026-09-10T15:00:00Z', true, false, false, false), (2, 1, '2026-09-10T15:00:00Z', false, true, false, false),
         (3, 1, '2026-09-10T15:00:00Z', false, false, true, false), (4, 1, '2026-09-10T15:00:00Z', false, false, false, false),
         (5, 1, '2026-10-10T15:00:00Z', true, false, false, false), (6, 2, '2026-09-10T15:00:00Z', true, false, false, false),
         (7, 1, '2026-09-10T15:00:00Z', false, false, false, true)) AS v(at, tipo, em, came, changed, gone, late)`,
      [shop.store],
    )
    expect(await closing()).toMatchObject({ depois_do_fechamento: 5 })
    await shop.run(
      `INSERT INTO "Conta" ("lojaId", tipo, vencimento, valor, descricao, pago, pagamento, "updatedAt")
       VALUES ($1, 'PAGAR', '2026-08-30', 10, 'depois', true, '2026-09-30', now()), ($1, 'PAGAR', '2026-09-30', 10, 'outro mês', true, '2026-10-01', now()),
         ($1, 'PAGAR', '2026-09-30', 10, 'antes', true, '2026-09-30', '2026-09-30T15:00:00Z')`,
      [shop.store],
    )
    expect(await closing()).toMatchObject({ depois_do_fechamento: 6 })
    expect((await post('Contador_arquivo/reabrir', { arquivoId: id })).statusCode).toBe(200)
    expect(await closing()).toMatchObject({ fechado: 0, depois_do_fechamento: 0 })
    const [running] = await shop.run(
      `INSERT INTO "Contador_arquivo" ("lojaId", "anoMesReferencia") VALUES ($1, '2099-12') RETURNING id`,
      [shop.store],
    )
    expect((await post('Contador_arquivo/fechar', { arquivoId: Number(running?.id) })).json().error.code).toBe(
      'accountant.month-running',
    )
    expect((await post('Contador_arquivo/fechar', { arquivoId: 999_999 })).statusCode).toBe(404)
  })

  test('the SPED of a month is asked for as the month is typed, and named by it', async () => {
    const typed = async (mes: string) => get(`Relatorio/sped_fiscal?mes=${encodeURIComponent(mes)}&semXml=true`)
    expect((await typed('13/2026')).json().error.details).toMatchObject([{ path: 'mes', code: 'accountant.month-invalid' }])
    expect((await get('Relatorio/sped_fiscal?semXml=true')).json().error.details).toMatchObject([{ path: 'startDate' }])
    const reply = await typed('set/26')
    // Either the file or what the store's profile lacks: the month was understood.
    if (reply.statusCode === 200) expect(reply.headers['content-disposition']).toContain('filename="sped-2026-09.txt"')
    else expect(reply.json().error.code).toMatch(/^accountant\.sped-(store|accountant)$/)
  })
})
