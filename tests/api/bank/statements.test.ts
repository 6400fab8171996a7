import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { banks, dataUrl, statementOf } from '../../fixtures/bankStatements.ts'
import { type BankShop, openBankShop } from './bankShop.ts'

/** Statements of banks come in once, and each line is told what it may be. */
let shop: BankShop
beforeAll(async () => {
  shop = await openBankShop()
})
afterAll(() => shop?.server.close())

const send = (arquivos: string, token?: string) => shop.call('POST', 'Conta_extratos/importar', { arquivos }, token)

describe('the import of statements', () => {
  test('makes the accounts and their lines; the same file again changes nothing', async () => {
    const file = dataUrl(banks.itau)
    const first = await send(file, shop.tokens.clerk)
    expect([first.status, first.body]).toMatchObject([200, { novos: 2, repetidos: 0, contas: ['Itaú 0123456789'] }])
    expect(first.body.resposta).toBe('2 lançamentos importados: Itaú 0123456789.')
    const before = [
      await shop.run('SELECT * FROM "Conta_extratos" ORDER BY id'),
      await shop.run('SELECT * FROM "Conta_bancos" ORDER BY id'),
    ]
    expect(before[1]).toMatchObject([{ identificacao: '341 / 0123456789', saldo: '12345.67' }])
    const again = await send(file)
    expect(again.body).toMatchObject({ novos: 0, repetidos: 2 })
    expect(again.body.resposta).toContain('Nada de novo')
    expect([
      await shop.run('SELECT * FROM "Conta_extratos" ORDER BY id'),
      await shop.run('SELECT * FROM "Conta_bancos" ORDER BY id'),
    ]).toEqual(before)
  })

  test('a longer period adds what is new of it, and its account keeps the name that somebody gave it', async () => {
    const day = { day: '2026-10-01', value: -10, memo: 'TARIFA A', fitid: 'a' }
    await shop.importLines([day], '777')
    const [{ id, version } = {}] = await shop.run(`SELECT id, version FROM "Conta_bancos" WHERE identificacao = '341 / 777'`)
    await shop.call('PATCH', `Conta_bancos/${id}`, { nome: 'Conta da loja', version: Number(version) })
    const { body } = await shop.importLines([day, { ...day, fitid: 'b', memo: 'TARIFA B' }], '777')
    expect(body).toMatchObject({ novos: 1, repetidos: 1, contas: ['Conta da loja'] })
  })

  test('a line that the file has twice counts once and is told; a file without lines says so', async () => {
    const day = { day: '2026-10-02', value: -20, memo: 'TARIFA C', fitid: 'c' }
    const { body } = await shop.importLines([day, day], '778')
    expect([body.novos, body.resposta]).toEqual([
      1,
      '1 lançamento importado: Itaú 778. 1 linha do arquivo repete outra, com o mesmo identificador, e conta uma vez.',
    ])
    const empty = await shop.importLines([], '778')
    expect([empty.status, empty.body.resposta]).toEqual([200, 'O extrato não tem lançamentos (Itaú 778).'])
  })

  test('several files are taken together or not at all, and the one that is wrong is named', async () => {
    const [count] = await shop.run('SELECT count(*) FROM "Conta_extratos"')
    const bad = statementOf([{ day: '2026-11-31', value: -1, memo: 'X', fitid: 'x' }])
    const { status, body } = await send(`${dataUrl(banks.inter)}\n${dataUrl(bad, 'novembro.ofx')}`)
    expect([status, body.error.message]).toEqual([
      422,
      'Arquivo novembro.ofx, lançamento 1 (X): a data “20261131100000[-03:EST]” não existe. Nada foi importado.',
    ])
    expect(await shop.run('SELECT count(*) FROM "Conta_extratos"')).toEqual([count])
  })

  test.each([
    ['a picture', dataUrl('\u0089PNG\u0000', 'foto.ofx'), 422, 'bank.not-ofx'],
    ['entities', dataUrl('<!DOCTYPE a [<!ENTITY b "c">]><OFX>', 'a.ofx'), 422, 'bank.file-refused'],
    ['no data URL', 'extrato.ofx', 422, 'bank.not-ofx'],
    ['nothing', '', 422, 'content-invalid'],
    ['too many files', Array.from({ length: 21 }, () => dataUrl(banks.itau)).join('\n'), 422, 'bank.too-many-files'],
  ])('%s is refused in words', async (_, file, status, code) => {
    const reply = await send(file)
    expect([reply.status, reply.body.error.code]).toEqual([status, code])
    expect(reply.body.error.message).not.toMatch(/[{}]/)
  })

  test('two imports of one file at the same moment bring each line once', async () => {
    const lines = [{ day: '2026-09-02', value: -33, memo: 'AO MESMO TEMPO', fitid: 'z' }]
    const both = await Promise.all([shop.importLines(lines, '999'), shop.importLines(lines, '999')])
    expect(both.map(({ body }) => body.novos).toSorted()).toEqual([0, 1])
    expect(await shop.run(`SELECT 1 FROM "Conta_extratos" WHERE memo = 'AO MESMO TEMPO'`)).toHaveLength(1)
  })

  test('who sees no bills sees no statements, and another store sees nothing of ours', async () => {
    expect((await send(dataUrl(banks.itau), shop.tokens.cook)).status).toBe(403)
    expect((await send(dataUrl(banks.itau), shop.tokens.stranger)).status).toBe(403)
    const theirs = await shop.server.call(shop.tokens.stranger, 'GET', `/api/Conta_extratos?lojaId=${shop.other}`)
    expect(theirs.json()).toEqual([])
  })

  test('an import is undone as one, also after proposals for its lines came', async () => {
    const id = '0190a000-0000-7000-8000-000000000001'
    const file = dataUrl(statementOf([{ day: '2026-08-03', value: -41.5, memo: 'GRAFICA', fitid: 'g' }], { account: '555' }))
    const body = { lojaId: shop.store, arquivos: file }
    const sent = await shop.server.app.inject({
      method: 'POST',
      url: '/api/Conta_extratos/importar',
      headers: { authorization: shop.tokens.owner, 'x-action': id },
      payload: body,
    })
    expect(sent.statusCode).toBe(200)
    await shop.bill({ valor: 41.5, vencimento: '2026-08-03', descricao: 'Cardápios' })
    expect((await shop.lines()).GRAFICA?.proposta).toBe('CONTA')
    const undone = await shop.call('POST', `atividade/${id}/desfazer`)
    expect(undone.body).toMatchObject({ recusados: [], desfeitos: 2 })
    expect(await shop.run(`SELECT 1 FROM "Conta_bancos" WHERE identificacao = '341 / 555'`)).toEqual([])
  })

  test('a sheet of an acquirer comes in by the generic import: once, with its account', async () => {
    const rows = [{ banco: 'Stone', data: '2026-11-05', valor: 1234.56, memo: 'Recebimento', fitid: '900' }]
    for (const status of ['created', 'unchanged']) {
      const reply = await shop.call('POST', 'imports/Conta_extratos-importar', { rows })
      expect([reply.status, reply.body]).toMatchObject([200, { rows: [{ status }] }])
    }
    expect(
      await shop.run(
        `SELECT e.valor, b.tipo FROM "Conta_extratos" e JOIN "Conta_bancos" b ON b.id = e."bancoId" WHERE b.nome = 'Stone'`,
      ),
    ).toEqual([{ valor: '1234.56', tipo: 'ADQUIRENTE' }])
  })
})
