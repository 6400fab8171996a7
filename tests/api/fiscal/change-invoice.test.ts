import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkFile } from '../../../src/plugins/sefaz/check/checkFile.ts'
import { SchemaValidator } from '../../../src/plugins/sefaz/schema/schemaValidator.ts'
import { type InvoiceShop, messageOf, openInvoiceShop } from './invoiceShop.ts'

/** Issued NF-e are cancelled and corrected, and numbers are voided: each once, in time or with a warning, and never against what is under way. */

let shop: InvoiceShop
const schemas = new SchemaValidator()
beforeAll(async () => {
  shop = await openInvoiceShop({ regime: 3 })
  // The total of a note is that of its goods, whatever the year.
  await shop.run(`UPDATE regras_fiscais SET ativa = false WHERE regra = 'IBSCBS_SOMAR'`)
}, 60_000)
afterAll(async () => {
  schemas[Symbol.dispose]()
  await shop?.close()
})
afterEach(() => shop.simulator.set({ faults: [], pause: null }))

const item = { icms_cst: '00', icms_alq: 18, pis_cst: '01', pis_alq: 1.65, cofins_cst: '01', cofins_alq: 7.6 }
const issued = (changes: object = {}) =>
  shop.issued({
    ...changes,
    itens: [
      {
        descricao: 'Pão',
        codigo: '10',
        quantidade: 3,
        valor_unitario: 10,
        unidade: 'UN',
        cfop: '5102',
        ncmId: '21069090',
        ...item,
      },
    ],
    pagamentos: [{ tipo: 17, valor: 30 }],
  })
const cancel = (nfeId: unknown, motivo = 'Pedido desfeito pelo cliente') => shop.post('Sefaz/cancelaNFe', { nfeId, motivo })
const correct = (nfeId: unknown, correcao = 'O volume correto é de duas caixas') =>
  shop.post('Sefaz/corrigeNFe', { nfeId, correcao })
const events = (note: Record<string, unknown>) => shop.simulator.ledgers[2].events(String(note.chave))
const xml = (nfeId: unknown, tipo: string) =>
  shop.get(`NFe_emissaos/downloadXML?lojaId=${shop.store}&nfeId=${nfeId}&tipo=${tipo}`)
const lost = (kind: 'cutBefore' | 'cutAfter', service = 'NFeRecepcaoEvento4') =>
  shop.simulator.set({ faults: [{ kind, times: 1, service }] })

test('a note is cancelled once, with its reason, and its XML proves it', async () => {
  const note = await issued()
  const both = await Promise.all([cancel(note.id), cancel(note.id)])
  expect(both.map(one => one.statusCode)).toEqual([200, 200])
  expect((await cancel(note.id)).json()).toMatchObject({ situacao: 'CANCELADA', cStat: '135' })
  expect(events(note)).toHaveLength(1)
  expect(await shop.invoice(note.id)).toMatchObject({ situacao: 'CANCELADA', cancelamento: 'Pedido desfeito pelo cliente' })
  const file = checkFile(schemas, 'evento.xml', Buffer.from((await xml(note.id, 'cancelamento')).body))
  expect(file).toMatchObject({ kind: 'procEventoNFe', key: note.chave, schema: { problems: [] }, signature: { valid: true } })
  expect(messageOf(await correct(note.id))).toBe('Esta nota não está autorizada.')
})

test('each correction replaces the one before it, up to twenty', async () => {
  const note = await issued()
  expect((await correct(note.id)).json()).toMatchObject({ situacao: 'AUTORIZADA', cStat: '135' })
  expect((await correct(note.id, 'O volume correto é de\ntrês caixas')).statusCode).toBe(200)
  const kept = await shop.invoice(note.id)
  expect(kept).toMatchObject({
    situacao: 'AUTORIZADA',
    cStat: '100',
    cce_sequencia: 2,
    cce_correcao: 'O volume correto é de | três caixas',
  })
  const file = checkFile(schemas, 'cce.xml', Buffer.from((await xml(note.id, 'correcao')).body))
  expect(file).toMatchObject({ kind: 'procEventoNFe', schema: { problems: [] }, signature: { valid: true } })
  expect(events(note).map(({ sequence }) => sequence)).toEqual([1, 2])
  await shop.run('UPDATE "NFe_emissaos" SET cce_sequencia = 20 WHERE "lojaId" = $1 AND id = $2', [shop.store, note.id])
  expect(messageOf(await correct(note.id))).toMatch(/já tem 20 cartas/)
  expect((await cancel(note.id)).json().situacao).toBe('CANCELADA')
  const cancelled = checkFile(schemas, 'evento.xml', Buffer.from((await xml(note.id, 'cancelamento')).body))
  expect(cancelled).toMatchObject({ kind: 'procEventoNFe', signature: { valid: true } })
})

test.each(['cutBefore', 'cutAfter'] as const)('an event whose answer is lost (%s) is asked for by the key', async kind => {
  const note = await issued()
  lost(kind)
  const waiting = 'O pedido está guardado e será enviado: a SEFAZ não respondeu.'
  expect((await correct(note.id)).json().resposta).toBe(waiting)
  expect(messageOf(await correct(note.id, 'Outra correção bem diferente'))).toMatch(/outro pedido sobre esta nota/)
  expect(messageOf(await cancel(note.id))).toMatch(/outro pedido sobre esta nota/)
  expect((await correct(note.id)).statusCode).toBe(200)
  expect(await shop.invoice(note.id)).toMatchObject({ cce_sequencia: 1 })
  lost(kind)
  expect((await cancel(note.id)).json().resposta).toBe(waiting)
  expect((await cancel(note.id)).json()).toMatchObject({ situacao: 'CANCELADA' })
  expect(events(note).map(({ type }) => type)).toEqual(['110110', '110111'])
})

test('a letter that another system sent is found, and the next one takes the number after it', async () => {
  const note = await issued()
  expect((await correct(note.id)).statusCode).toBe(200)
  expect((await correct(note.id, 'Segunda correção, que aqui se perde')).statusCode).toBe(200)
  // This server forgets both: as if another system had sent them.
  await shop.run(`DELETE FROM "NFe_transmissaos" WHERE "nfeEmissaoId" = $1 AND tipo = 'CORRECAO'`, [note.id])
  await shop.run('UPDATE "NFe_emissaos" SET cce_sequencia = NULL WHERE id = $1', [note.id])
  expect(messageOf(await correct(note.id, 'Terceira correção, desta casa'))).toMatch(/^A SEFAZ rejeitou: 573/)
  expect((await correct(note.id, 'Terceira correção, desta casa')).statusCode).toBe(200)
  expect(await shop.invoice(note.id)).toMatchObject({ cce_sequencia: 3, cce_correcao: 'Terceira correção, desta casa' })
})

test('the hours to cancel and to correct are law by state and day', async () => {
  const limit = (limite: string, valor: number) =>
    shop.run(
      `INSERT INTO limites_fiscais (limite, uf, valor, vigencia_inicio, fonte) VALUES ($1, 'SP', $2, '2020-01-01', 'Teste')`,
      [limite, valor],
    )
  await limit('NFE_CANCELAMENTO_HORAS', 48)
  await limit('NFE_CORRECAO_HORAS', 12)
  const note = await issued()
  const { cancelavel_ate, autorizada_em, cancelamento_horas } = await shop.invoice(note.id)
  expect(Date.parse(String(cancelavel_ate)) - Date.parse(String(autorizada_em))).toBe(48 * 3_600_000)
  expect(cancelamento_horas).toBe(48)
  await shop.run(`UPDATE "NFe_transmissaos" SET decidida_em = now() - interval '13 hours' WHERE "nfeEmissaoId" = $1`, [note.id])
  expect(messageOf(await correct(note.id))).toBe('A SEFAZ aceita correções até 12 horas depois da autorização.')
  await shop.run(`DELETE FROM limites_fiscais WHERE uf = 'SP'`)
  expect((await correct(note.id)).statusCode).toBe(200)
})

test('short texts are told by their field, in the words of the document and then of the authority', async () => {
  const note = await issued()
  expect(messageOf(await cancel(note.id, 'Errado'))).toBe('Preencha o motivo do cancelamento com no mínimo 10 caracteres!')
  expect(messageOf(await cancel(note.id, 'Errado mesmo'))).toBe('A SEFAZ exige no mínimo 15 caracteres.')
  const short = await correct(note.id, 'Errado')
  expect(messageOf(short)).toBe('Preencha a correção com no mínimo 10 caracteres!')
  expect(short.json().error.details[0].path).toBe('correcao')
  expect((await correct(note.id, 'x'.repeat(513))).statusCode).toBe(422)
  expect(events(note)).toEqual([])
})

test('what the authority refuses is said in its words, and the note stays as it is', async () => {
  const note = await issued()
  shop.simulator.set({ faults: [{ kind: 'code', code: '501', times: 1, service: 'NFeRecepcaoEvento4' }] })
  const reply = await cancel(note.id)
  expect([reply.statusCode, reply.json().cStat]).toEqual([200, '501'])
  expect(await shop.invoice(note.id)).toMatchObject({ situacao: 'AUTORIZADA', cStat: '100' })
  const late = await issued()
  shop.simulator.set({ clockMinutes: 25 * 60 })
  expect((await cancel(late.id)).json()).toMatchObject({ situacao: 'CANCELADA', cStat: '155' })
  shop.simulator.set({ clockMinutes: 0 })
})

const range = async (numero: number, numero_final: number, changes: object = {}) => {
  const body = {
    inutilizacao: true,
    serie: 7,
    numero,
    numero_final,
    justificativa: 'Faixa pulada pelo sistema antigo',
    ...changes,
  }
  return shop.post('NFe_emissaos/save', body)
}
const voidRange = (nfeId: unknown) => shop.post('Sefaz/InutilizaNumeracaoNFe', { nfeId })

test('a range is voided, and no draft gets a number of it', async () => {
  const first = await shop.draft({ serie: 7 })
  expect(first.numero).toBe(1)
  const { id } = (await range(2, 4)).json()
  lost('cutAfter', 'NFeInutilizacao4')
  expect((await voidRange(id)).json().situacao).toBe('PROCESSAMENTO')
  expect((await shop.draft({ serie: 7 })).numero).toBe(5)
  expect((await voidRange(id)).json()).toMatchObject({ situacao: 'INUTILIZADA', numero: 2 })
  expect(shop.simulator.ledgers[2].voidings()).toMatchObject([{ first: 2, last: 4, model: '55' }])
  const note = await shop.invoice(id)
  expect(String(note.xmlUrl)).toContain('inutilizacao')
  const proof = await shop.get(`NFe_emissaos/downloadXML?lojaId=${shop.store}&nfeId=${id}`)
  expect(checkFile(schemas, 'inut.xml', Buffer.from(proof.body))).toMatchObject({
    kind: 'ProcInutNFe',
    signature: { valid: true },
  })
  const taken = await shop.draft({ serie: 7, numero: 3 })
  expect(messageOf(await shop.issue(taken.id))).toBe('O número 3 está em uma faixa inutilizada. Escolha outro.')
})

test('numbers that are used, drafted or voided are not voided', async () => {
  const note = await issued({ serie: 8 })
  const draft = await shop.draft({ serie: 8 })
  const refusal = async (from: number, to: number): Promise<string> =>
    messageOf(await voidRange((await range(from, to, { serie: 8 })).json().id))
  // The record itself has its first number: a note of that number is in the way at once.
  expect(messageOf(await range(Number(note.numero), 9, { serie: 8 }))).toBe('Já existe uma NF-e com esta série e este número.')
  await shop.run('UPDATE "NFe_emissaos" SET numero = 21 WHERE id = $1', [note.id])
  await shop.run('UPDATE "NFe_emissaos" SET numero = 31 WHERE id = $1', [draft.id])
  expect(await refusal(20, 22)).toBe('O número 21 da série 8 pertence a uma nota emitida.')
  expect(await refusal(30, 32)).toBe('O número 31 pertence a uma nota em digitação. Exclua a nota ou mude o número dela.')
  expect((await voidRange((await range(40, 42, { serie: 8 })).json().id)).json().situacao).toBe('INUTILIZADA')
  expect(await refusal(41, 43)).toBe('O número 41 já foi inutilizado.')
  expect((await range(9, 3)).json().error.message).toBe('O número final vem antes do inicial.')
  expect((await range(1, 10_001, { serie: 9 })).json().error.message).toBe('Uma inutilização leva no máximo 10.000 números.')
  expect((await range(1, 2, { serie: 9, justificativa: 'curta' })).statusCode).toBe(422)
  expect(messageOf(await voidRange(draft.id))).toMatch(/^Este registro é uma nota/)
  const voiding = (await range(50, 50, { serie: 8 })).json()
  expect(messageOf(await shop.issue(voiding.id))).toMatch(/^Este registro inutiliza números/)
})

test('numbers of consumers’ notes are voided by the same form', async () => {
  const emitted = (await shop.emit(await shop.sell())).json()
  const used = (await range(emitted.numero, emitted.numero + 1, { modelo: 65, serie: 1 })).json()
  expect(messageOf(await voidRange(used.id))).toMatch(/pertence a uma nota emitida/)
  const free = (await range(emitted.numero + 10, emitted.numero + 11, { modelo: 65, serie: 1 })).json()
  expect((await voidRange(free.id)).json().situacao).toBe('INUTILIZADA')
  expect(shop.simulator.ledgers[2].voidings().at(-1)).toMatchObject({ model: '65', first: emitted.numero + 10 })
})
