import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkSped } from '../../../src/domain/accounting/sped/checkSped.ts'
import { composeAccessKey, splitAccessKey } from '../../../src/domain/fiscal/core/public.ts'
import { consumerNote } from '../../../src/plugins/nfe/danfce/fixtures/consumerNote.ts'
import { invoiceNote } from '../../../src/plugins/nfe/danfe/fixtures/invoiceNote.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** The EFD ICMS/IPI of a store: what was issued, entered and cancelled in its month, proven by the checker and read back. */

let server: TestServer
const stores = { ours: 0, theirs: 0 }
const tokens = { dona: '', caixa: '', outra: '' }
let product = 0
const q = () => server.context.database.system
const run = async (text: string, params: readonly unknown[] = []) => (await q().query(text, params)).rows

beforeAll(async () => {
  server = await openServer()
  stores.ours = await server.addStore('Padaria da Ana')
  stores.theirs = await server.addStore('Bar do Beto')
  const person = async (name: keyof typeof tokens, lojaId: number, values: object): Promise<void> => {
    tokens[name] = await server.enterStore(name, lojaId, values)
  }
  await person('dona', stores.ours, { type: 1 })
  await person('caixa', stores.ours, { estoque_ver: true })
  await person('outra', stores.theirs, { type: 1 })
  await run(
    `UPDATE lojas SET cnpj = '12ABC34501DE35', razao_social = 'Padaria da Ana Ltda', uf = 'SP', inscricao_estadual = '110042490114', logradouro = 'Rua das Flores',
       numero = '10', bairro = 'Centro', codigo_municipio = '3550308', cep = '01001000', regime_tributario = 3, ambiente_fiscal = 1 WHERE id = $1`,
    [stores.ours],
  )
  await run(
    `INSERT INTO "Contador" ("lojaId", nome, cpf, crc, email, codigo_municipio) VALUES ($1, 'Célia Conta', '12345678909', '1SP123456', 'celia@contas.br', '3550308')`,
    [stores.ours],
  )
  await run(`INSERT INTO ncms (id, descricao, tipo) VALUES ('11010010', 'Farinha', 0) ON CONFLICT DO NOTHING`)
  const [unit] = await run(`INSERT INTO unidades ("lojaId", nome) VALUES ($1, 'KG') RETURNING id`, [stores.ours])
  const [made] = await run(
    `INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "unidadeId", "ncmId", preco_vnd_prod, preco_cst_prod) VALUES ($1, 77, 'Farinha | tipo 1', $2, '11010010', 9, 4.2)
     RETURNING id`,
    [stores.ours, unit?.id],
  )
  product = Number(made?.id)
})
afterAll(() => server?.close())
beforeEach(async () => {
  await run('DELETE FROM "NFe_transmissaos"')
  for (const table of ['nfes', '"NFCes"', '"NFe_emissaos"']) await run(`DELETE FROM ${table}`)
})

const sped = (startDate = '2026-09-01', endDate = '2026-09-30', token = tokens.dona, lojaId = stores.ours) =>
  server.call(token, 'GET', `/api/Relatorio/sped_fiscal?lojaId=${lojaId}&startDate=${startDate}&endDate=${endDate}`)
const keyIn = (text: string): string => /Id="NFe(.{44})"/.exec(text)?.[1] ?? ''
/** Another note: with another code in its key. */
function withOtherKey(text: string): string {
  const parts = splitAccessKey(keyIn(text))
  if (!parts) throw new Error('no key')
  return text.replaceAll(keyIn(text), composeAccessKey({ ...parts, cNF: '87654321' }))
}
const issue = async (text: string, changes: { readonly tipo?: string; readonly nfeId?: number } = {}): Promise<string> => {
  const key = keyIn(text)
  const tipo = changes.tipo ?? 'NOTA'
  const owner = changes.nfeId ? 'nfeId' : key.slice(20, 22) === '55' ? 'nfeEmissaoId' : 'nfceId'
  await run(
    `INSERT INTO "NFe_transmissaos" ("lojaId", "${owner}", tipo, modelo, ambiente, chave, documento, estado, decidida_em) VALUES ($1, $2, $3, $4, 1, $5, $6, 'ACEITO', now())`,
    [stores.ours, changes.nfeId ?? (await recordOf(key, text, tipo)), tipo, key.slice(20, 22), key, text],
  )
  return key
}
/** The record of a note of the store: made with it, cancelled with its event. */
async function recordOf(key: string, text: string, tipo: string): Promise<unknown> {
  if (tipo === 'CANCELAMENTO')
    return (await run(`UPDATE "NFCes" SET situacao = 'CANCELADA' WHERE "chNFe" = $1 RETURNING id`, [key.slice(-44)]))[0]?.id
  const said = (tag: string): string => new RegExp(`<${tag}>([^<]*)<`).exec(text)?.[1] ?? ''
  const values = [stores.ours, key, said('serie'), said('nNF'), said('dhEmi'), said('vNF')]
  const [made] =
    key.slice(20, 22) === '55'
      ? await run(
          `INSERT INTO "NFe_emissaos" ("lojaId", chave, serie, numero, emitida_em, total_nota, situacao, ambiente, modelo) VALUES ($1, $2, $3, $4, $5, $6, 'AUTORIZADA', 1, 55) RETURNING id`,
          values,
        )
      : await run(
          `INSERT INTO "NFCes" ("lojaId", "chNFe", serie, "nNF", "dhEmi", "vNF", situacao, ambiente) VALUES ($1, $2, $3, $4, $5, $6, 'AUTORIZADA', 1) RETURNING id`,
          values,
        )
  return made?.id
}
/** A supplier's note of two items, the first of which is a product of the store: 50 kg of it in 10 packs. */
async function enter(change: (text: string) => string = text => text): Promise<string> {
  const text = change(invoiceNote({ itens: 2, emitida_em: '2026-08-30T10:00:00-03:00' }).text)
  const [note] = await run(
    `INSERT INTO nfes ("lojaId", "chNFe", "xNome", "vNF", entrada, entrada_em) VALUES ($1, $2, 'Moinho', 31.5, true, '2026-09-02T12:00:00Z') RETURNING id`,
    [stores.ours, keyIn(text)],
  )
  const id = Number(note?.id)
  await run(
    `INSERT INTO nfes_itens ("lojaId", "nfesId", "nItem", "xProd", "produtoId", "qCom", fator, estoque, "CFOP_entrada", "CST_entrada", "CSTPIS_entrada", "CSTCOFINS_entrada")
     VALUES ($1, $2, 1, 'Farinha', $3, 10, 5, 50, '1101', '00', '50', '50')`,
    [stores.ours, id, product],
  )
  return issue(text, { tipo: 'RECEBIDA', nfeId: id })
}
/** Lines of a record, as fields. */
const records = (text: string, reg: string): string[][] =>
  text
    .split('\r\n')
    .filter(line => line.startsWith(`|${reg}|`))
    .map(line => line.split('|').slice(2, -1))

test('a month of notes is told whole: entries with their codes, what was issued, what was cancelled, and what is owed', async () => {
  const entered = await enter()
  const invoice = await issue(invoiceNote({ itens: 2, protocolo: undefined }).text)
  const sold = await issue(consumerNote({ linhas: [['Pão', 2, 5.5]] }).text)
  const gone = await issue(withOtherKey(consumerNote({ linhas: [['Bolo', 1, 30]] }).text))
  await issue(`<evento Id="NFe${gone}"/>`, { tipo: 'CANCELAMENTO' })
  const reply = await sped()
  expect(reply.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="sped-2026-09.txt"',
  })
  const text = reply.rawPayload.toString('latin1')
  expect(checkSped(text)).toEqual([])
  expect(records(text, '0000')).toEqual([
    [
      ...['020', '0', '01092026', '30092026', 'Padaria da Ana Ltda', '12ABC34501DE35', '', 'SP', '110042490114', '3550308'],
      ...['', '', 'A', '1'],
    ],
  ])
  expect(records(text, '0100')[0]?.slice(0, 3)).toEqual(['Célia Conta', '12345678909', '1SP123456'])
  expect(records(text, '0150').map(([code, name]) => [code, name])).toEqual([
    ['12ABC34501DE35', 'Padaria da Ana Ltda'],
    ['11444777000161', 'Bar Exemplo & Filhos'],
  ])
  expect(records(text, '0200').map(fields => [fields[0], fields[1], fields[4], fields[6]])).toEqual([
    ['77', 'Farinha tipo 1', 'KG', '11010010'],
    ['12ABC34501DE35-P2', 'Farinha de trigo especial tipo 2 em pacote', 'PCT', '11010010'],
  ])
  const documents = records(text, 'C100').map(([oper, emit, part, mod, sit, , , key, , , value]) => [
    oper,
    emit,
    part,
    mod,
    sit,
    key,
    value,
  ])
  expect(documents).toEqual([
    ['0', '1', '12ABC34501DE35', '55', '00', entered, '31,50'],
    ['1', '0', '11444777000161', '55', '00', invoice, '31,50'],
    ['1', '0', '', '65', '00', sold, '10,50'],
    ['1', '0', '', '65', '02', gone, ''],
  ])
  expect(
    records(text, 'C170').map(fields => [
      fields[1],
      fields[3],
      fields[4],
      fields[5],
      fields[8],
      fields[9],
      fields[13],
      fields[23],
    ]),
  ).toEqual([
    ['77', '50,00000', 'KG', '10,50', '000', '1101', '1,89', '50'],
    ['12ABC34501DE35-P2', '2,00000', 'PCT', '21,00', '000', '1102', '3,78', ''],
  ])
  // 18 % of 31,50 came in, and the same went out; what the simplified regime sold owes nothing here.
  expect(records(text, 'E110')[0]).toEqual([
    ...['5,67', '0,00', '0,00', '0,00', '5,67', '0,00', '0,00', '0,00', '0,00', '0,00', '0,00', '0,00', '0,00', '0,00'],
  ])
})

test('a period without documents, or another month, says so and still holds', async () => {
  await issue(consumerNote().text)
  const text = (await sped('2026-10-01', '2026-10-31')).rawPayload.toString('latin1')
  expect(checkSped(text)).toEqual([])
  expect(records(text, 'C001')).toEqual([['1']])
  expect(records(text, 'C100')).toEqual([])
})

test('voided numbers are told one by one, until the end of 2022', async () => {
  const key = '35211ABC34501DE356500100000000700000000'
  const voiding = (first: number, last: number): string =>
    `<inutNFe versao="4.00"><infInut Id="ID${key}"><mod>65</mod><serie>1</serie><nNFIni>${first}</nNFIni><nNFFin>${last}</nNFFin></infInut></inutNFe>`
  const keep = (documento: string, decided: string, ambiente = 1) =>
    run(
      `INSERT INTO "NFe_transmissaos" ("lojaId", tipo, modelo, ambiente, chave, documento, estado, decidida_em)
       VALUES ($1, 'INUTILIZACAO', '65', $2, $3, $4, 'ACEITO', $5)`,
      [stores.ours, ambiente, key, documento, decided],
    )
  // The last evening of October where the store is.
  await keep(voiding(7, 9), '2021-11-01T02:00:00Z')
  await keep(voiding(20, 20), '2021-11-01T12:00:00Z')
  await keep(voiding(30, 30), '2021-10-20T12:00:00Z', 2)
  await keep(voiding(40, 40), '2026-09-20T12:00:00Z')
  const text = (await sped('2021-10-01', '2021-10-31')).rawPayload.toString('latin1')
  expect(checkSped(text)).toEqual([])
  expect(records(text, 'C100').map(fields => fields.slice(0, 9).join('|'))).toEqual(
    [7, 8, 9].map(number => `1|0||65|05|001|${number}||`),
  )
  expect(records((await sped()).rawPayload.toString('latin1'), 'C100')).toEqual([])
})

test('February tells the stock of 31 December, at its cost', async () => {
  await run(
    `INSERT INTO estoque.contagens ("lojaId", origem, "origemId", "produtoId", momento, saldo, quebra)
     VALUES ($1, 'inventarios', 1, $2, '2025-12-31T22:00:00Z', 10.5, 0), ($1, 'inventarios', 2, $2, '2026-01-01T12:00:00Z', 99, 0)`,
    [stores.ours, product],
  )
  const text = (await sped('2026-02-01', '2026-02-28')).rawPayload.toString('latin1')
  expect(checkSped(text)).toEqual([])
  expect(records(text, 'H005')).toEqual([['31122025', '44,10', '01']])
  expect(records(text, 'H010')[0]?.slice(0, 6)).toEqual(['77', 'KG', '10,500', '4,200000', '44,10', '0'])
  // A declared inventory does not change with tomorrow's prices, nor does the stock of that day.
  const [row] = await run('SELECT version FROM produtos WHERE id = $1', [product])
  const changed = { lojaId: stores.ours, version: Number(row?.version), preco_cst_prod: 9.99 }
  expect((await server.call(tokens.dona, 'PATCH', `/api/produtos/${product}`, changed)).statusCode).toBe(200)
  expect(records((await sped('2026-02-01', '2026-02-28')).rawPayload.toString('latin1'), 'H005')).toEqual([
    ['31122025', '44,10', '01'],
  ])
  const stock = async (more: string) =>
    (await server.call(tokens.dona, 'GET', `/api/Relatorio/estoque/saldos?lojaId=${stores.ours}${more}`)).json()
  expect((await stock('&createdBefore=2025-12-31T23:00:00Z')).array[0]).toMatchObject({ preco_cst_prod: 4.2, custo_total: 44.1 })
  expect((await stock('')).array[0]).toMatchObject({ preco_cst_prod: 9.99 })
  await run('UPDATE produtos SET preco_cst_prod = 4.2 WHERE id = $1', [product])
  await run('DELETE FROM estoque.custos')
  expect(records((await sped('2026-03-01', '2026-03-31')).rawPayload.toString('latin1'), 'H001')).toEqual([['1']])
})

test('taxes of a purchase that give no credit are part of its goods, a relief is taken off, and an item has one unit', async () => {
  await enter(text =>
    text
      .replace(
        '<vICMS>1.89</vICMS></ICMS00></ICMS>',
        '<vICMS>1.89</vICMS><vICMSST>1.71</vICMSST></ICMS00></ICMS><IPI><IPITrib><CST>50</CST><vIPI>1.05</vIPI></IPITrib></IPI>',
      )
      .replace(
        '<vICMS>3.78</vICMS></ICMS00>',
        '<vICMS>3.78</vICMS><vICMSDeson>0.50</vICMSDeson><indDeduzDeson>1</indDeduzDeson></ICMS00>',
      )
      // 31.50 + 1.71 + 1.05 − 0.50
      .replace('<vNF>31.50</vNF>', '<vNF>33.76</vNF>'),
  )
  // The same goods of the same supplier, now by the box: nobody told how many packs that is.
  await enter(text => withOtherKey(text).replaceAll('PCT', 'CX'))
  const text = (await sped()).rawPayload.toString('latin1')
  expect(checkSped(text)).toEqual([])
  const [first] = records(text, 'C100')
  // VL_DOC, VL_ABAT_NT, VL_MERC: 10.50 + 1.71 + 1.05 + 21.00.
  expect([first?.[10], first?.[13], first?.[14]]).toEqual(['33,76', '0,50', '34,26'])
  expect(records(text, 'C170').map(fields => [fields[1], fields[4], fields[5], fields[36]])).toEqual([
    ['77', 'KG', '13,26', ''],
    ['12ABC34501DE35-P2', 'PCT', '21,00', '0,50'],
    ['77', 'KG', '10,50', ''],
    ['12ABC34501DE35-P2-CX', 'CX', '21,00', ''],
  ])
})

test('what a reduced base leaves untaxed is told of purchases and sales, without the taxes on top', async () => {
  // Of 21.00 a third is not taxed; the seller's note has a substitution of 1.71 besides.
  const reduce = (text: string, cst: string, more = ''): string =>
    text.replace(
      /<ICMS00><orig>0<\/orig><CST>00<\/CST><modBC>3<\/modBC><vBC>21.00<\/vBC><pICMS>18.0000<\/pICMS><vICMS>3.78<\/vICMS><\/ICMS00>/,
      `<ICMS${cst}><orig>0</orig><CST>${cst}</CST><modBC>3</modBC><pRedBC>33.3333</pRedBC><vBC>14.00</vBC><pICMS>18.0000</pICMS><vICMS>2.52</vICMS>${more}</ICMS${cst}>`,
    )
  await enter(text => reduce(text, '20'))
  await issue(reduce(invoiceNote({ itens: 2, protocolo: undefined }).text, '70', '<vBCST>30.00</vBCST><vICMSST>1.71</vICMSST>'))
  const text = (await sped()).rawPayload.toString('latin1')
  const told = records(text, 'C190').filter(([cst]) => cst !== '000')
  expect(told.map(fields => [fields[0], fields[3], fields[4], fields[5], fields[8]])).toEqual([
    ['020', '21,00', '14,00', '2,52', '7,00'],
    ['070', '22,71', '14,00', '2,52', '7,00'],
  ])
})

test('the checker finds what does not hold', async () => {
  await enter()
  const text = (await sped()).rawPayload.toString('latin1')
  const broken = (from: string | RegExp, to: string): readonly string[] => checkSped(text.replace(from, to))
  expect(broken(/\|0200\|77\|.*\r\n/, '').join(' ')).toMatch(/0200 has no 77/)
  expect(broken('|E110|0,00|', '|E110|1,00|').join(' ')).toMatch(/E110 debits: 1.00 in place of 0.00/)
  expect(broken(/(\|C190\|000\|1101\|18,00\|10,50\|10,50\|)1,89/, '$11,90').join(' ')).toMatch(/VL_ICMS/)
  expect(broken('|D001|1|\r\n', '').join(' ')).toMatch(/9900 names D001/)
  expect(broken('|1101|', '|11|').join(' ')).toMatch(/CFOP has 2 characters/)
})

test('what the file cannot do without is named; another month, gate and store are refused', async () => {
  const message = async (reply: ReturnType<typeof sped>): Promise<string> => (await reply).json().error.message
  expect(await message(sped('2026-09-01', '2026-10-01'))).toBe(
    'O SPED é de um mês: informe o primeiro e o último dia do mesmo mês.',
  )
  expect((await sped('2026-02-30', '2026-02-30')).json().error.details).toMatchObject([{ path: 'startDate' }])
  expect(await message(sped('2019-01-01', '2019-01-31'))).toBe('Não há leiaute do SPED para este período.')
  expect((await sped('2026-09-01', '2026-09-30', tokens.caixa)).statusCode).toBe(403)
  expect(await message(sped('2026-09-01', '2026-09-30', tokens.outra, stores.theirs))).toMatch(
    /^Preencha no perfil da loja: razão social, CNPJ,/,
  )
  expect((await sped('2026-09-01', '2026-09-30', tokens.outra)).statusCode).toBe(403)
})
