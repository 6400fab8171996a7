import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tellOwners } from '../../../src/plugins/sefaz/jobs/warnOfWaitingNotes.ts'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'

/** Stored notes are sent once the authority answers again, by nobody's click; a shop goes on selling meanwhile. */

const deliver = async (shop: FiscalShop): Promise<void> => {
  await shop.run(`UPDATE system.queue SET "dueAt" = now() WHERE queue = 'sefaz'`)
  // The authority is left alone for a while after a failure.
  await shop.run(
    `UPDATE "Loja_contingencias" SET ultima_falha = (ultima_falha AT TIME ZONE 'UTC' - interval '1 minute') AT TIME ZONE 'UTC'`,
  )
  for (const worker of shop.server.context.workers) await worker.deliver()
}
const queued = async (shop: FiscalShop): Promise<number> =>
  Number((await shop.run(`SELECT count(*) AS n FROM system.queue WHERE queue = 'sefaz'`))[0]?.n)
const since = async (shop: FiscalShop): Promise<unknown> =>
  (await shop.run('SELECT desde FROM "Loja_contingencias"'))[0]?.desde ?? null
const authorised = (shop: FiscalShop): readonly string[] => shop.simulator.ledgers[2].notes().map(note => note.key)

describe.each([
  ['with a code of security', true],
  ['without one', false],
])('%s', (_, csc) => {
  let shop: FiscalShop
  beforeAll(async () => {
    shop = await openFiscalShop({ csc })
  })
  afterAll(() => shop?.close())

  test.each(['NFeAutorizacao4', 'NFeConsultaProtocolo4'])('an answer of %s that is lost is asked for later', async service => {
    const sale = await shop.sell()
    shop.simulator.set({
      faults: [
        { kind: 'cutAfter', times: 1, service: 'NFeAutorizacao4' },
        { kind: 'cutBefore', times: 1, service },
      ],
    })
    const { chNFe } = (await shop.emit(sale)).json()
    await deliver(shop)
    await deliver(shop)
    expect((await shop.notes()).find(note => note.movimentoId === sale)).toMatchObject({ situacao: 'AUTORIZADA', chNFe })
    expect(authorised(shop).filter(key => key === chNFe)).toHaveLength(1)
    expect(await queued(shop)).toBe(0)
  })

  test('cancellations and voided numbers, too', async () => {
    const sale = await shop.sell()
    const { nfceId } = (await shop.emit(sale)).json()
    shop.simulator.set({ faults: [{ kind: 'cutBefore', times: 1, service: 'NFeRecepcaoEvento4' }] })
    await shop.post('Sefaz/cancelaNFCe', { movimentoId: sale })
    const draft = { serie: 1, nNF: 900, dhEmi: '2026-03-10T12:00:00Z', justificativa: 'Número pulado pelo equipamento' }
    const voided = (await shop.post('NFCes', draft)).json().id
    shop.simulator.set({ faults: [{ kind: 'cutAfter', times: 2 }] })
    await shop.post('Sefaz/inutilizaNumeracaoNFCe', { nfceId: voided })
    shop.simulator.set({ faults: [] })
    await deliver(shop)
    const notes = await shop.notes()
    expect(notes.find(note => note.id === nfceId)).toMatchObject({ situacao: 'CANCELADA' })
    expect(notes.find(note => note.id === voided)).toMatchObject({ situacao: 'INUTILIZADA' })
  })

  test('who is blocked by the authority sends nothing for an hour, and sells on', async () => {
    const blocked = await shop.sell()
    shop.simulator.set({ faults: [{ kind: 'code', code: '656', times: 1 }] })
    expect((await shop.emit(blocked)).json()).toMatchObject({
      situacao: 'PENDENTE',
      cStat: '656',
      resposta: expect.stringContaining('bloqueou os envios da loja por uma hora'),
    })
    const before = authorised(shop).length
    const next = await shop.sell()
    const offline = (await shop.emit(next)).json()
    expect(offline.chNFe[34]).toBe('9')
    await shop.emit(blocked)
    await deliver(shop)
    expect(authorised(shop)).toHaveLength(before)
    const record = (await shop.notes()).find(note => note.movimentoId === blocked)
    expect(record).toMatchObject({
      cStat: '656',
      xMotivo: expect.stringMatching(/Consumo Indevido.*\. Novo envio às \d\d:\d\d$/),
    })
    await shop.run(`UPDATE "NFe_transmissaos" SET reservada_ate = now() - interval '1 second' WHERE "cStat" = '656'`)
    await deliver(shop)
    expect(authorised(shop).slice(before)).toEqual([record?.chNFe, offline.chNFe])
  })

  test('a cancellation is not asked for again before the hour is over', async () => {
    const sale = await shop.sell()
    await shop.emit(sale)
    shop.simulator.set({ faults: [{ kind: 'code', code: '656', times: 1, service: 'NFeRecepcaoEvento4' }] })
    await shop.post('Sefaz/cancelaNFCe', { movimentoId: sale })
    const other = await shop.sell()
    await shop.emit(other)
    const refused = await shop.post('Sefaz/cancelaNFCe', { movimentoId: other })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().error.message).toMatch(/Tente de novo depois das \d\d:\d\d/)
    await shop.run(`UPDATE "NFe_transmissaos" SET reservada_ate = now() - interval '1 second' WHERE "cStat" = '656'`)
    await deliver(shop)
    expect((await shop.notes()).find(note => note.movimentoId === sale)).toMatchObject({ situacao: 'CANCELADA' })
  })

  test('after three failures notes are issued at once, and sent in order when the authority is back', async () => {
    await shop.run(`DELETE FROM system.queue WHERE queue = 'mail'`)
    await shop.simulator.shut()
    const first = []
    for (let time = 0; time < 3; time++) first.push((await shop.emit(await shop.sell())).json())
    expect(first.every(one => one.situacao === 'PENDENTE' && one.chNFe[34] === '1')).toBe(true)
    const offline = []
    const waiting: number[] = []
    for (let time = 0; time < 3; time++) {
      waiting.push(await shop.sell({ cpf_cnpj: '52998224725' }))
      offline.push((await shop.emit(waiting[time] ?? 0)).json())
    }
    for (const one of offline) {
      expect(one).toMatchObject({ situacao: 'PENDENTE', resposta: 'emitida em contingência; será enviada quando a SEFAZ voltar' })
      expect(one.chNFe[34]).toBe('9')
    }
    expect(await since(shop)).not.toBeNull()
    await shop.run(
      `WITH p AS (INSERT INTO parceiros ("lojaId", nome_fantasia, funcionario) VALUES ($1, 'Ana', true) RETURNING id)
       UPDATE user_lojas SET "parceiroId" = (SELECT id FROM p) WHERE "lojaId" = $1`,
      [shop.store],
    )
    const cancelled = await shop.post('Movimentos/cancela', { movimentoId: waiting[0] })
    expect(cancelled.json().error).toMatchObject({ code: 'nfce.pending' })
    await shop.server.context.mailWorker.close()
    await tellOwners({
      ...shop.server.context.service,
      store: { id: shop.store, row: {}, zone: 'America/Sao_Paulo', adminUser: null },
    })
    expect(Number((await shop.run(`SELECT count(*) AS n FROM system.queue WHERE queue = 'mail'`))[0]?.n)).toBe(1)
    await deliver(shop)
    expect(await queued(shop)).toBeGreaterThan(0)
    await shop.simulator.open()
    const before = authorised(shop).length
    await deliver(shop)
    expect(authorised(shop).slice(before)).toEqual([...first, ...offline].map(one => one.chNFe))
    expect((await shop.notes()).filter(one => one.situacao === 'PENDENTE')).toEqual([])
    expect([await queued(shop), await since(shop)]).toEqual([0, null])
    expect((await shop.emit(await shop.sell())).json()).toMatchObject({ situacao: 'AUTORIZADA', cStat: '100' })
  })

  test('a shop may choose to issue without waiting', async () => {
    await shop.run('UPDATE lojas SET nfce_contingencia = true WHERE id = $1', [shop.store])
    const sale = await shop.sell()
    const { chNFe } = (await shop.emit(sale)).json()
    expect(authorised(shop)).not.toContain(chNFe)
    await deliver(shop)
    expect(authorised(shop)).toContain(chNFe)
    await shop.run('UPDATE lojas SET nfce_contingencia = false WHERE id = $1', [shop.store])
  })
})

test('numbers are kept per environment', async () => {
  const shop = await openFiscalShop()
  const last = async (): Promise<number> =>
    Number((await shop.run('SELECT "nfce_nNF" AS n FROM equipamentos WHERE id = $1', [shop.equipment]))[0]?.n)
  const change = async (ambiente_fiscal: number): Promise<number> =>
    (await shop.post('loja_perfil/updateAttributes', { id: shop.store, ambiente_fiscal })).statusCode
  expect((await shop.emit(await shop.sell())).json()).toMatchObject({ numero: 101 })
  expect([await change(1), await last()]).toEqual([200, 0])
  expect((await shop.emit(await shop.sell())).json()).toMatchObject({ numero: 1, situacao: 'AUTORIZADA' })
  expect(shop.simulator.ledgers[1].notes()).toHaveLength(1)
  expect([await change(2), await last()]).toEqual([200, 101])
  await shop.close()
})
