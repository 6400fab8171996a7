import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkSped } from '../../../src/domain/accounting/sped/checkSped.ts'
import { type InvoiceShop, openInvoiceShop } from './invoiceShop.ts'

/** NF-e that a store issued, corrected, cancelled and completed, and numbers that it voided, are in its month's archive and in its SPED. */

let shop: InvoiceShop
const notes = { kept: '', corrected: '', cancelled: '', completing: '' }
// Its figures are those of 2026: later years know no PIS and add CBS to the total.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-09-10T12:00:00-03:00'), shouldAdvanceTime: true })
  shop = await openInvoiceShop({ regime: 3 })
  await shop.run(
    `INSERT INTO "Contador" ("lojaId", nome, cpf, crc, email, codigo_municipio) VALUES ($1, 'Célia', '12345678909', '1SP123456', 'celia@contas.br', '3550308')`,
    [shop.store],
  )
  const taxed = { icms_cst: '00', icms_alq: 18, pis_cst: '01', pis_alq: 1.65, cofins_cst: '01', cofins_alq: 7.6 }
  const item = {
    descricao: 'Pão',
    codigo: '10',
    quantidade: 3,
    valor_unitario: 10,
    unidade: 'UN',
    cfop: '5102',
    ncmId: '21069090',
    ...taxed,
  }
  const issue = (changes: object = {}) => shop.issued({ itens: [item], pagamentos: [{ tipo: 17, valor: 30 }], ...changes })
  const [kept, corrected, cancelled] = [await issue(), await issue(), await issue()]
  const completing = await issue({
    finalidade: 2,
    chaves: [{ chave: kept.chave }],
    itens: [{ ...item, quantidade: 1 }],
    pagamentos: [{ tipo: 17, valor: 10 }],
  })
  Object.assign(notes, {
    kept: kept.chave,
    corrected: corrected.chave,
    cancelled: cancelled.chave,
    completing: completing.chave,
  })
  const done = [
    await shop.post('Sefaz/corrigeNFe', { nfeId: corrected.id, correcao: 'O volume correto é de duas caixas' }),
    await shop.post('Sefaz/cancelaNFe', { nfeId: cancelled.id, motivo: 'Pedido desfeito pelo cliente' }),
  ]
  const range = await shop.post('NFe_emissaos/save', {
    inutilizacao: true,
    serie: 7,
    numero: 3,
    numero_final: 5,
    justificativa: 'Faixa pulada pelo sistema antigo',
  })
  done.push(await shop.post('Sefaz/InutilizaNumeracaoNFe', { nfeId: range.json().id }))
  for (const reply of done) if (reply.statusCode !== 200) throw new Error(reply.body)
}, 60_000)
afterAll(async () => {
  vi.useRealTimers()
  await shop?.close()
})

/** The month of the notes, and the one after it. */
const month = (): string => `20${notes.kept.slice(2, 4)}-${notes.kept.slice(4, 6)}`
const next = (): string => {
  const [year = 0, at = 0] = month().split('-').map(Number)
  return at === 12 ? `${year + 1}-01` : `${year}-${`${at + 1}`.padStart(2, '0')}`
}

async function archive(anoMesReferencia: string): Promise<Record<string, string>> {
  const { id } = (await shop.post('Contador_arquivo/gera', { anoMesReferencia })).json()
  const reply = await shop.get(`Contador_arquivo/download?lojaId=${shop.store}&arquivoId=${id}`)
  return Object.fromEntries(Object.entries(unzipSync(reply.rawPayload)).map(([path, bytes]) => [path, strFromU8(bytes)]))
}

test('the month’s SPED tells each note as what it is', async () => {
  const last = new Date(Date.UTC(Number(month().slice(0, 4)), Number(month().slice(5)), 0)).getUTCDate()
  const reply = await shop.get(`Relatorio/sped_fiscal?lojaId=${shop.store}&startDate=${month()}-01&endDate=${month()}-${last}`)
  const text = reply.rawPayload.toString('latin1')
  expect(checkSped(text)).toEqual([])
  const documents = text
    .split('\r\n')
    .filter(line => line.startsWith('|C100|'))
    .map(line => line.split('|').slice(2))
    .map(([oper, emit, part, mod, sit, , , key, , , value]) => [oper, emit, part, mod, sit, key, value])
  expect(documents).toEqual([
    ['1', '0', '00000000000191', '55', '00', notes.kept, '30,00'],
    ['1', '0', '00000000000191', '55', '00', notes.corrected, '30,00'],
    ['1', '0', '', '55', '02', notes.cancelled, ''],
    ['1', '0', '00000000000191', '55', '06', notes.completing, '10,00'],
  ])
  // 18 % of 70.00; the cancelled note owes nothing.
  expect(/\|E110\|([\d,]+)\|/.exec(text)?.[1]).toBe('12,60')
})

test('the month’s archive has their XML, the events and the voided numbers', async () => {
  const files = await archive(month())
  const has = (path: RegExp): string[] => Object.keys(files).filter(name => path.test(name))
  for (const key of Object.values(notes)) expect(files[`homologacao/nfe/${key}.xml`]).toContain('<nfeProc')
  const [correction] = has(new RegExp(`eventos/${notes.corrected}-correcao-\\d+\\.xml$`))
  expect(files[correction ?? '']).toContain('O volume correto é de duas caixas')
  const [cancellation] = has(new RegExp(`eventos/${notes.cancelled}-cancelamento-\\d+\\.xml$`))
  expect(files[cancellation ?? '']).toContain('<procEventoNFe')
  expect(has(/inutilizacoes\//)).toHaveLength(1)
  expect(files['totais.csv']).toContain('NF-e emitidas canceladas;Homologação;1;30,00')
  expect(files['totais.csv']).toContain('NF-e emitidas autorizadas;Homologação;3;70,00')
})

test('what comes to a note in the next month is in that month’s archive, too', async () => {
  await shop.run(
    `UPDATE "NFe_transmissaos" SET decidida_em = (decidida_em AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC' WHERE "lojaId" = $1 AND tipo IN ('CANCELAMENTO', 'CORRECAO')`,
    [shop.store],
  )
  const files = Object.keys(await archive(next()))
  expect(files.filter(path => path.startsWith('homologacao/eventos/'))).toHaveLength(2)
  expect(files.filter(path => path.includes('/nfe/'))).toEqual([])
})
