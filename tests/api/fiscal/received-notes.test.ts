import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../../src/base/paper/fixtures/readPdf.ts'
import { type FiscalShop, openFiscalShop } from './fiscalShop.ts'
import { keyOfNote, supplierNote } from './supplierNote.ts'

/** Suppliers' notes are taken in by their XML, entered with stock, costs, prices and bills at once, and taken back. */

let shop: FiscalShop
let classification: number
let centre: number
let rice: number
beforeAll(async () => {
  shop = await openFiscalShop()
  const idOf = async (text: string): Promise<number> => Number((await shop.run(text, [shop.store]))[0]?.id)
  classification = await idOf(`INSERT INTO "Conta_classificacoes" ("lojaId", nome) VALUES ($1, 'Mercadorias') RETURNING id`)
  centre = await idOf(`INSERT INTO "Conta_centros_custos" ("lojaId", nome) VALUES ($1, 'Loja') RETURNING id`)
  rice = await idOf(
    `INSERT INTO produtos ("lojaId", cod_prod, cod_aux, desc_prod, "unidadeId", "impostoId", "ncmId", preco_vnd_prod)
     SELECT $1, 2, '7891000100103', 'Arroz', "unidadeId", "impostoId", "ncmId", 8 FROM produtos WHERE "lojaId" = $1 AND cod_prod = 1 RETURNING id`,
  )
})
afterAll(() => shop?.close())

const messageOf = (reply: { body: string }): string => JSON.parse(reply.body).error?.message ?? ''
const problemsOf = (reply: { body: string }): string[] =>
  (JSON.parse(reply.body).error?.details ?? []).map(
    ({ path, message }: { path: string; message: string }) => `${path}: ${message}`,
  )
const upload = (xml: string, token?: string) => shop.post('Sefaz/uploadXML', { xml }, token)
const enter = (id: number, more: object = {}) =>
  shop.post('nfes/entrada', { id, classificacaoId: classification, centroCustoId: centre, ...more })
const cancel = (nfeId: number) => shop.post('nfes/cancelarEntrada', { nfeId })
const get = (path: string, token = shop.token) => shop.server.call(token, 'GET', `/api/${path}`)
const noteOf = async (id: number) => (await get(`nfes/${id}?lojaId=${shop.store}`)).json()
const stockOf = async (product: number) =>
  await shop.run(
    'SELECT quantidade::float8, custo::float8, motivo FROM estoque.lancamentos WHERE "lojaId" = $1 AND "produtoId" = $2',
    [shop.store, product],
  )
const billsOf = (id: number) =>
  shop.run(
    'SELECT vencimento::text, valor::float8, parcela::int FROM "Conta" WHERE "lojaId" = $1 AND "nfeId" = $2 ORDER BY parcela',
    [shop.store, id],
  )

let numbers = 100
const riceNote = (changes: object = {}) => {
  numbers += 1
  return supplierNote({
    number: numbers,
    lines: [
      {
        code: 'ARZ',
        ean: '7891000100103',
        name: 'ARROZ FD',
        quantity: '3.0000',
        value: '100.00',
        more: '<vFrete>10.00</vFrete><vDesc>5.00</vDesc>',
      },
      { code: 'PAO', name: 'PÃO NA CHAPA', quantity: '2.0000', value: '20.00' },
    ],
    vNF: '125.00',
    due: [
      ['2026-04-10', '62.50'],
      ['2026-05-10', '62.50'],
    ],
    ...changes,
  })
}
const received = async (xml = riceNote()): Promise<number> => (await upload(xml)).json().ids[0]

describe('upload', () => {
  test('keeps the note with its items, their products and its instalments, once', async () => {
    const xml = riceNote()
    const [first, second] = await Promise.all([upload(xml), upload(xml)])
    const [id] = first.json().ids
    expect([first.statusCode, second.statusCode, second.json().ids]).toEqual([200, 200, [id]])
    expect(first.json().guardadas + second.json().guardadas).toBe(1)
    const resposta = 'Nada de novo: as notas enviadas já estavam aqui e ficaram como estavam (1).'
    expect((await upload(xml)).json()).toMatchObject({ guardadas: 0, repetidas: 1, ids: [id], resposta })
    const note = await noteOf(id)
    expect(note).toMatchObject({
      xNome: 'Distribuidora Serra & Filhos',
      vNF: 125,
      chNFe: keyOfNote(numbers),
      entrada: false,
      cStat: '100',
    })
    expect(note.itens).toMatchObject([
      { cProd: 'ARZ', produtoId: rice, qCom: 3, fator: 1, estoque: 3, custo: 35, venda: 8, CST: '102', CSTPIS: '49' },
      { cProd: 'PAO', produtoId: shop.product, custo: 10 },
    ])
    expect(note.pagamentos).toMatchObject([
      { vencimento: '2026-04-10', valor: 62.5 },
      { vencimento: '2026-05-10', valor: 62.5 },
    ])
    const file = await get(`nfes/downloadXML?lojaId=${shop.store}&nfeId=${id}`)
    expect([file.body, file.headers['content-disposition']]).toEqual([xml, `attachment; filename="${keyOfNote(numbers)}.xml"`])
    const paper = await get(`nfes/danfe?lojaId=${shop.store}&nfeId=${id}`)
    expect(paper.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="danfe-${keyOfNote(numbers)}.pdf"`,
    })
    const said = readPdf(paper.rawPayload).flatMap(({ lines }) => lines.map(line => line.trim()))
    expect(said).toEqual(expect.arrayContaining(['Distribuidora Serra & Filhos', '125,00', 'PÃO NA CHAPA']))
  })

  test('a note whose figures contradict each other is kept, and says which', async () => {
    expect(await noteOf(await received())).toMatchObject({ diferencas: [] })
    const lines = [{ code: 'PAO', name: 'PÃO NA CHAPA', quantity: '2.0000', value: '20.00', unit: '9.0000000000' }]
    const { diferencas, itens } = await noteOf(await received(riceNote({ lines, vNF: '21.00', due: [] })))
    expect(diferencas).toMatchObject([
      { campo: 'Item 1: valor dos produtos (vProd)', nota: '20,00', calculado: '18,00' },
      { campo: 'Totais: total da nota (vNF)', nota: '21,00', calculado: '20,00' },
    ])
    expect(itens).toMatchObject([{ cProd: 'PAO', custo: 10 }])
  })

  test('takes several files and an archive, and names those that are no notes', async () => {
    const url = (name: string, bytes: Uint8Array) =>
      `data:application/octet-stream;name=${name};base64,${Buffer.from(bytes).toString('base64')}`
    const [a, b, c] = [riceNote(), riceNote(), riceNote()].map(text => Buffer.from(text))
    if (!a || !b || !c) throw new Error('three notes')
    const archive = zipSync({ 'pasta/b.xml': b, 'c.xml': [c, { level: 0 }], 'leia-me.txt': Buffer.from('olá') })
    const arquivos = [url('a.xml', a), url('notas.zip', archive)].join('\n')
    expect((await shop.post('Sefaz/uploadXML', { arquivos })).json()).toMatchObject({ guardadas: 3, repetidas: 0 })
    const mixed = await shop.post('Sefaz/uploadXML', {
      arquivos: [url('ruim.xml', Buffer.from('<a/>')), url('d.xml', Buffer.from(riceNote()))].join('\n'),
    })
    expect([mixed.statusCode, messageOf(mixed)]).toEqual([400, 'Notas guardadas: 1. Arquivos recusados: ruim.xml'])
  })

  test.each([
    ['no XML', 'nota fiscal'],
    ['an entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['a key with a wrong digit', riceNote().replaceAll(/(\d{43})\d(?=["<])/g, '$1x')],
    ['an endless number', riceNote({ vNF: '9'.repeat(25) })],
    ['a day that is none', riceNote().replace('2026-03-10T', '2026-13-40T')],
  ])('%s is no note, in the words of the document', async (_, xml) => {
    const reply = await upload(xml)
    expect([reply.statusCode, messageOf(reply)]).toEqual([422, 'Erro ao enviar XML. Verifique se este é um arquivo válido.'])
  })

  test.each([
    ['without proof', riceNote().replace(/<protNFe.*<\/protNFe>/, ''), 'Esta NF-e não está autorizada pela SEFAZ.'],
    ['that was refused', riceNote({ status: '302' }), 'Esta NF-e não está autorizada pela SEFAZ.'],
    ['of a consumer', riceNote({ model: '65' }), 'Este XML não é de uma NF-e (modelo 55).'],
    ['to somebody else', riceNote({ to: '44555666000181' }), 'Esta NF-e foi emitida para outro CNPJ: 44555666000181.'],
  ])('a note %s is refused, and why is told', async (_, xml, message) => {
    const reply = await upload(xml)
    expect([reply.statusCode, messageOf(reply)]).toEqual([400, message])
  })

  test('an archive that unpacks to too much, or is none, is refused', async () => {
    const bomb = zipSync({ 'a.xml': new Uint8Array(5_000_000) })
    for (const bytes of [bomb, bomb.subarray(0, 200)]) {
      const reply = await shop.post('Sefaz/uploadXML', {
        arquivos: `data:application/zip;base64,${Buffer.from(bytes).toString('base64')}`,
      })
      expect(reply.statusCode).toBe(422)
    }
  })

  test('opens to those who see the stock, each in their own store', async () => {
    const id = await received()
    const clerk = await shop.person('caixa', { caixa_operar: true })
    expect((await upload(riceNote(), clerk)).statusCode).toBe(403)
    const theirs = await shop.server.addStore('Vizinha')
    const stranger = await shop.person('vizinha', { type: 1 }, theirs)
    for (const path of [`nfes/downloadXML?lojaId=${theirs}&nfeId=${id}`, `NFe_itens?lojaId=${theirs}&nfeId=${id}`])
      expect((await get(path, stranger)).statusCode).toBe(404)
    for (const [path, body] of [
      ['nfes/entrada', { id }],
      ['nfes/cancelarEntrada', { nfeId: id }],
    ] as const)
      expect((await shop.server.call(stranger, 'POST', `/api/${path}`, { lojaId: theirs, ...body })).statusCode).toBe(404)
  })
})

describe('entry', () => {
  test('brings stock, costs, prices, bills and what the codes mean, and is taken back', async () => {
    const id = await received()
    const { itens } = await noteOf(id)
    const reply = await enter(id, { itens: [{ id: itens[0].id, fator: 6, venda: 9.5 }] })
    // The reply is the note as it stands now: it takes the place of the one that was sent.
    expect(reply.json()).toMatchObject({
      id,
      chNFe: keyOfNote(numbers),
      entrada: true,
      classificacaoId: classification,
      itens: [{ fator: 6, estoque: 18, custo: 5.8334, venda: 9.5, produto: { desc_prod: 'Arroz' } }, { custo: 10 }],
      contas: [{ valor: 62.5 }, { valor: 62.5 }],
    })
    expect(reply.json()).toEqual(await noteOf(id))
    // 105 over 18 units is 5.8333…, rounded up.
    expect(await stockOf(rice)).toEqual([{ quantidade: 18, custo: 5.8334, motivo: 'nota' }])
    const product = (await get(`produtos/${rice}?lojaId=${shop.store}`)).json()
    expect(product).toMatchObject({ preco_cst_prod: 5.83, preco_vnd_prod: 9.5 })
    expect(await billsOf(id)).toEqual([
      { vencimento: '2026-04-10', valor: 62.5, parcela: 1 },
      { vencimento: '2026-05-10', valor: 62.5, parcela: 2 },
    ])
    expect(
      (await get(`NFe_itens?lojaId=${shop.store}&filter=${encodeURIComponent(JSON.stringify({ where: { nfeId: id } }))}`)).json(),
    ).toEqual([{ produtoId: rice }, { produtoId: shop.product }])
    const locked = await shop.server.call(shop.token, 'PATCH', `/api/nfes/${id}`, {
      lojaId: shop.store,
      classificacaoId: classification,
    })
    expect(messageOf(locked)).toBe('Esta nota já teve entrada. Cancele a entrada para mudá-la.')
    expect((await cancel(id)).json()).toEqual({ id, entrada: false })
    expect([await stockOf(rice), await billsOf(id)]).toEqual([[], []])
    expect((await get(`produtos/${rice}?lojaId=${shop.store}`)).json()).toMatchObject({ preco_vnd_prod: 9.5 })
    expect(messageOf(await cancel(id))).toBe('Esta nota não tem entrada.')
    // The next note of that supplier knows its code, also under another name and without a bar code.
    const next = await received(
      supplierNote({
        number: 9001,
        lines: [{ code: 'ARZ', name: 'OUTRO NOME', quantity: '1.0000', value: '30.00' }],
        vNF: '30.00',
      }),
    )
    expect((await noteOf(next)).itens).toMatchObject([{ produtoId: rice, fator: 6, estoque: 6, custo: 5 }])
  })

  test('of two who enter a note one wins, and the other is told', async () => {
    const id = await received()
    const both = await Promise.all([enter(id), enter(id)])
    expect(both.map(one => one.statusCode).toSorted()).toEqual([200, 409])
    expect(both.map(messageOf)).toContain('Esta nota já teve entrada.')
    expect(await billsOf(id)).toHaveLength(2)
    await shop.run('UPDATE "Conta" SET pago = true WHERE "nfeId" = $1 AND parcela = 1', [id])
    const refused = await cancel(id)
    expect([refused.statusCode, messageOf(refused)]).toEqual([422, 'Há contas pagas nesta nota.'])
    expect((await stockOf(rice)).length).toBe(1)
  })

  test('says what is missing, at its place, and changes nothing', async () => {
    const id = await received(
      supplierNote({
        number: 9100,
        lines: [{ code: 'X1', name: 'NOVIDADE', quantity: '1.0000', value: '30.00' }],
        vNF: '30.00',
        due: [['2026-04-10', '29.00']],
      }),
    )
    const { itens } = await noteOf(id)
    const line = { id: itens[0].id, produtoId: rice, venda: 40 }
    const unclassified = { classificacaoId: null, centroCustoId: null }
    expect(messageOf(await shop.post('nfes/entrada', { id, ...unclassified }))).toBe('Escolha ou cadastre o produto do item 1.')
    expect(problemsOf(await shop.post('nfes/entrada', { id, ...unclassified }))).toEqual([
      'itens.0.produtoId: Escolha ou cadastre o produto do item 1.',
      'classificacaoId: Escolha a classificação das contas.',
      'centroCustoId: Escolha o centro de custo das contas.',
    ])
    expect(problemsOf(await enter(id, { itens: [line] }))).toEqual([
      'pagamentos: Total dos pagamentos deve ser igual ao total do pedido',
    ])
    expect(
      problemsOf(await enter(id, { itens: [{ ...line, fator: 0 }], contas: [{ vencimento: '2026-02-30', valor: 30 }] })),
    ).toEqual([
      'itens.0.fator: O fator do item 1 vai de 0,001 a 99999999,9999.',
      'pagamentos.0.vencimento: Preencha o vencimento.',
    ])
    expect((await enter(id, { itens: [{ id: 999_999 }] })).statusCode).toBe(422)
    expect((await enter(999_999)).statusCode).toBe(404)
    expect((await noteOf(id)).entrada).toBe(false)
    expect(await billsOf(id)).toEqual([])
  })

  test('needs no bills when the note says that nothing is paid', async () => {
    const id = await received(riceNote({ due: [], payment: '90' }))
    expect((await shop.post('nfes/entrada', { id })).json()).toMatchObject({ entrada: true, contas: [] })
  })

  test('a margin makes the price, and an item without either is refused', async () => {
    const lines = [{ code: 'NV', name: 'SEM PREÇO', quantity: '4.0000', value: '50.00' }]
    numbers += 1
    const id = await received(supplierNote({ number: numbers, lines, vNF: '50.00', payment: '90' }))
    const [item] = (await noteOf(id)).itens
    const priced = (more: object) => enter(id, { itens: [{ id: item.id, produtoId: rice, ...more }] })
    expect(problemsOf(await priced({}))).toEqual(['itens.0.margem: Preencha a margem ou o preço de venda do item 1.'])
    expect(problemsOf(await priced({ venda: -1 }))).toEqual(['itens.0.venda: O preço do item 1 vai de 0 a 9999999999,99.'])
    expect(problemsOf(await priced({ margem: 1e12 }))).toEqual(['itens.0.venda: O preço do item 1 vai de 0 a 9999999999,99.'])
    // 12.50 and 33.333 % over it.
    expect((await priced({ margem: 33.333, venda: null })).json()).toMatchObject({ itens: [{ custo: 12.5, venda: 16.67 }] })
    expect((await get(`produtos/${rice}?lojaId=${shop.store}`)).json()).toMatchObject({ preco_vnd_prod: 16.67 })
    expect((await cancel(id)).statusCode).toBe(200)
  })

  test('what limits codes, payments and factors is asked by the call and by a save alike', async () => {
    const id = await received()
    const note = await noteOf(id)
    const [first] = note.itens
    const save = (values: object) => shop.post('nfes/save', { id, version: note.version, ...values })
    const item = (more: object) => ({ itens: [{ ...first, ...more }, ...note.itens.slice(1)] })
    const limits: readonly (readonly [object, string])[] = [
      [{ fator: 0 }, 'itens.0.fator'],
      [{ fator: 100_000_000 }, 'itens.0.fator'],
      [{ venda: 10_000_000_000 }, 'itens.0.venda'],
      [{ venda: null }, 'itens.0.venda'],
      ...['CFOP', 'CST', 'CSTPIS', 'CSTCOFINS'].map(
        name => [{ [`${name}_entrada`]: '12345' }, `itens.0.${name}_entrada`] as const,
      ),
    ]
    for (const [values, path] of limits) {
      expect(problemsOf(await save(item(values)))).toEqual([expect.stringMatching(new RegExp(`^${path}: .+`))])
      expect((await enter(id, { itens: [{ id: first.id, ...values }] })).statusCode).toBe(422)
    }
    const bills: readonly (readonly [object, string])[] = [
      [{ valor: 0, vencimento: '2026-04-10' }, 'pagamentos.0.valor'],
      [{ valor: 10_000_000_000, vencimento: '2026-04-10' }, 'pagamentos.0.valor'],
      [{ valor: 125, vencimento: '' }, 'pagamentos.0.vencimento'],
    ]
    for (const [bill, path] of bills) {
      expect(problemsOf(await save({ pagamentos: [bill] }))).toEqual([expect.stringMatching(new RegExp(`^${path}: .+`))])
      expect(problemsOf(await enter(id, { contas: [bill] }))).toEqual([expect.stringMatching(new RegExp(`^${path}: .+`))])
    }
    expect((await noteOf(id)).entrada).toBe(false)
  })

  test('who entered a note, and who took it back, stands in its history', async () => {
    const id = await received()
    await enter(id)
    await cancel(id)
    const lines = await shop.run(
      `SELECT acao, antes::jsonb ->> 'entrada' AS antes, depois::jsonb ->> 'entrada' AS depois, "userId" IS NOT NULL AS by FROM user_logs
       WHERE recurso = 'nfes' AND "recursoId" = $1 ORDER BY id`,
      [String(id)],
    )
    expect(lines).toEqual([
      { acao: 'alterar', antes: 'false', depois: 'true', by: true },
      { acao: 'alterar', antes: 'true', depois: 'false', by: true },
    ])
  })
})

test('people prepare an entry; items, keys and totals stay those of the note', async () => {
  const id = await received()
  const note = await noteOf(id)
  const save = (values: object) => shop.post('nfes/save', { id, version: note.version, ...values })
  expect((await shop.post('nfes/save', { xNome: 'Minha', chNFe: '1', vNF: 1, dhEmi: '2026-01-01T00:00:00Z' })).statusCode).toBe(
    403,
  )
  expect(messageOf(await save({ itens: note.itens.slice(1) }))).toBe('Os itens são os da nota: não se incluem nem se excluem.')
  const itens = note.itens.map((item: object) => ({ ...item, fator: 2, qCom: 900, xProd: 'Trocado' }))
  const saved = (await save({ vNF: 1, itens })).json()
  expect(saved).toMatchObject({ vNF: 125, itens: [{ fator: 2, qCom: 3, xProd: 'ARROZ FD', estoque: 6, custo: 17.5 }, {}] })
  const remove = () => shop.server.call(shop.token, 'DELETE', `/api/nfes/del?lojaId=${shop.store}&id=${id}`)
  await shop.run('UPDATE nfes SET "cienciaOperacao" = true WHERE id = $1', [id])
  expect(messageOf(await remove())).toBe('Só se exclui uma nota sem situação, sem ciência e sem entrada.')
  await shop.run('UPDATE nfes SET "cienciaOperacao" = false WHERE id = $1', [id])
  expect((await remove()).statusCode).toBeLessThan(300)
})
