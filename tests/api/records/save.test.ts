import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Catalogue, ok, openCatalogue, type Row, refusal } from '../fixtures/catalogue.ts'

let shop: Catalogue['shop']
let admin: Catalogue['admin']
let dono: Catalogue['dono']
let product: Catalogue['product']

beforeAll(async () => {
  ;({ shop, admin, dono, product } = await openCatalogue())
})
afterAll(() => shop?.close())

describe('a record', () => {
  test('is created, read, changed and removed', async () => {
    const made = await dono('POST', '/api/unidades/save', { nome: 'KG' })
    expect(made).toMatchObject({ status: 201, body: { nome: 'KG', lojaId: 1, version: 1 } })
    const { id } = made.body as Row
    expect((await dono('GET', `/api/UNIDADES/${id}`)).body).toMatchObject({ id, nome: 'KG' })
    const changed = await dono('POST', '/api/unidades/updateAttributes', { id, lojaId: 1, nome: 'G', version: 1 })
    expect(changed).toMatchObject({ status: 200, body: { nome: 'G', version: 2 } })
    expect(await dono('DELETE', `/api/unidades/del?id=${id}&lojaId=1`)).toMatchObject({ status: 200, body: { count: 1 } })
    expect((await dono('GET', `/api/unidades/${id}`)).status).toBe(404)
    expect(shop.changes.filter(change => change.register === 'unidades' && change.ids.includes(String(id)))).toHaveLength(3)
  })

  test('keeps the value that says that nothing was chosen where such a field is emptied', async () => {
    const { id, version } = await ok(dono('POST', '/api/produtos', { ...product, cod_prod: 101, ordem: 7, comissao_prod: 5 }))
    const emptied = await ok(dono('POST', '/api/produtos/save', { id, lojaId: 1, version, ordem: null, comissao_prod: null }))
    expect(emptied).toMatchObject({ ordem: 999, comissao_prod: -1 })
  })

  test('is read with the names of what it refers to and with its lists', async () => {
    const saved = await ok(
      dono('POST', '/api/produtos', {
        ...product,
        cod_prod: 100,
        disponibilidades: [{ dia_semana_ini: 0, dia_semana_fim: 6, inicio: '08:00', fim: '12:00' }],
      }),
    )
    expect(saved).toMatchObject({
      cod_prod: '100',
      preco_vnd_prod: 5.1,
      grupo: { nome: 'Bebidas' },
      ncm: { id: '21069090' },
      disponibilidades: [{ inicio: '08:00', ordem: 1 }],
      stt_prod: true,
      dsct_max_prod: 100,
      alcoolico: false,
    })
    expect((await dono('GET', `/api/produtos/${saved.id}`)).body).toEqual(saved)
    // A record may be sent back as it was read: nothing changes.
    const again = await ok(dono('PUT', '/api/produtos', saved))
    expect(again.version).toBe(saved.version)
  })

  test('that is wrong is told every problem at its field', async () => {
    const { ncmId: _, ...rest } = product
    expect(
      await refusal(
        dono('POST', '/api/produtos', {
          ...rest,
          cod_prod: 'x1',
          preco_vnd_prod: -1,
          desconhecido: 1,
          disponibilidades: [{ inicio: '99:99' }],
        }),
      ),
    ).toMatchObject({
      status: 422,
      code: 'validation',
      details: expect.arrayContaining([
        'preco_vnd_prod: minimum',
        'ncmId: required',
        'desconhecido: field-unknown',
        'disponibilidades.0.inicio: time-invalid',
      ]),
    })
  })

  test('is unique in its store, with the message of the register', async () => {
    await ok(dono('POST', '/api/produtos', { ...product, cod_prod: '200' }))
    expect(await refusal(dono('POST', '/api/produtos', { ...product, cod_prod: '200' }))).toEqual({
      status: 422,
      code: 'product.code-used',
      message: 'Código já utilizado',
      details: ['cod_prod: product.code-used'],
    })
    const outro = shop.as({ userId: 3, stores: [2], owner: true })
    expect((await outro('POST', '/api/unidades', { nome: 'UN' })).status).toBe(201)
    expect(
      await refusal(
        admin('POST', '/api/ncms', [
          { id: '21069090', descricao: 'a', tipo: 0, nacional: 1, importado: 1, estadual: 1, municipal: 1, version: 9 },
        ]),
      ),
    ).toMatchObject({ status: 409 })
  })

  test('refers only to records of its store', async () => {
    const outro = shop.as({ userId: 3, stores: [2], owner: true })
    const alheio = await ok(outro('POST', '/api/grupos', { nome: 'Alheio' }))
    expect(
      await refusal(dono('POST', '/api/produtos', { ...product, cod_prod: '201', grupoId: alheio.id, ncmId: '99999999' })),
    ).toMatchObject({
      status: 422,
      details: ['grupoId: reference-invalid', 'ncmId: reference-invalid'],
    })
  })

  test('refers only to what the definition offers, and keeps what it chose before', async () => {
    const rates = { nacional: 1, importado: 1, estadual: 1, municipal: 0 }
    await ok(admin('POST', '/api/ncms', { id: '00000101', descricao: 'Serviço', tipo: 2, ...rates }))
    const refused = { status: 422, details: ['ncmId: reference-not-offered-unless'] }
    expect(await refusal(dono('POST', '/api/produtos', { ...product, cod_prod: '202', ncmId: '00000101' }))).toMatchObject(
      refused,
    )
    const told = await dono('POST', '/api/produtos', { ...product, cod_prod: '202', ncmId: '00000101' })
    expect(told.body).toMatchObject({
      error: { message: 'Este registro não pode ser usado aqui: é preciso “Tipo” igual a “NCM”' },
    })
    const list = await ok(admin('POST', '/api/ncms', { id: '00000202', descricao: 'Vira serviço', tipo: 0, ...rates }))
    const kept = await ok(dono('POST', '/api/produtos', { ...product, cod_prod: '203', ncmId: '00000202' }))
    await ok(admin('PATCH', '/api/ncms/00000202', { id: list.id, tipo: 2 }))
    await ok(dono('PATCH', `/api/produtos/${kept.id}`, { desc_prod: 'Outro nome', ncmId: '00000202' }))
    await ok(dono('DELETE', '/api/produtos/del', { id: kept.id, lojaId: 1 }))
  })

  test('that is referred to stays, naming the register', async () => {
    const used = product.grupoId
    expect(await refusal(dono('DELETE', '/api/grupos/del', { id: used, lojaId: 1 }))).toMatchObject({
      status: 422,
      code: 'referenced',
      message: expect.stringContaining('Produtos'),
    })
    expect((await dono('GET', `/api/grupos/${used}`)).status).toBe(200)
  })

  test('to which rows of a register that was taken away refer stays, and who tries hears of their table', async () => {
    const { id } = await ok(dono('POST', '/api/unidades', { nome: 'Presa' }))
    const { system } = shop.database
    await system.query(
      'CREATE TABLE sobras ("lojaId" bigint, "unidadeId" bigint, FOREIGN KEY ("lojaId", "unidadeId") REFERENCES unidades ("lojaId", id))',
    )
    await system.query('INSERT INTO sobras VALUES (1, $1)', [id])
    expect(await refusal(dono('DELETE', '/api/unidades/del', { id, lojaId: 1 }))).toMatchObject({
      status: 422,
      code: 'referenced-left',
      message: expect.stringContaining('a tabela sobras, de um cadastro que foi retirado'),
    })
    await system.query('DROP TABLE sobras')
    await ok(dono('DELETE', '/api/unidades/del', { id, lojaId: 1 }))
  })
})

describe('versions', () => {
  test('a stale one is told what changed since, and by whom', async () => {
    const made = await ok(dono('POST', '/api/unidades', { nome: 'CX' }))
    const outra = shop.as({ userId: 5, stores: [1], owner: true })
    await ok(outra('PATCH', `/api/unidades/${made.id}`, { nome: 'CAIXA', version: 1 }))
    const { status, body } = await dono('PATCH', `/api/unidades/${made.id}`, { nome: 'CXA', version: 1 })
    expect([status, body]).toMatchObject([
      409,
      {
        error: { code: 'version-conflict', message: expect.stringContaining('Pessoa 5') },
        current: { nome: 'CAIXA', version: 2 },
        changes: [{ userId: 5, name: 'Pessoa 5', fields: { nome: { before: 'CX', after: 'CAIXA' } } }],
      },
    ])
    // Without a version the last one wins: old clients of the point of sale know of none.
    expect((await dono('PATCH', `/api/unidades/${made.id}`, { nome: 'CXA' })).status).toBe(200)
  })

  test('of two saves at one moment, one wins', async () => {
    const made = await ok(dono('POST', '/api/unidades', { nome: 'PAR' }))
    const both = await Promise.all(['A', 'B'].map(nome => dono('PATCH', `/api/unidades/${made.id}`, { nome, version: 1 })))
    expect(both.map(answer => answer.status).sort()).toEqual([200, 409])
  })
})

describe('lists of a record', () => {
  test('rows are added, changed, removed and renumbered in one save; others stay', async () => {
    const hours = (inicio: string) => ({ dia_semana_ini: 1, dia_semana_fim: 5, inicio, fim: '23:00' })
    const made = await ok(
      dono('POST', '/api/produtos', {
        ...product,
        cod_prod: '300',
        disponibilidades: [hours('08:00'), hours('09:00'), hours('10:00')],
      }),
    )
    const rows = made.disponibilidades as Row[]
    expect(rows.map(row => row.ordem)).toEqual([1, 2, 3])
    const changed = await ok(
      dono('POST', '/api/produtos/updateAttributes', {
        id: made.id,
        disponibilidades: [{ id: rows[0]?.id, deletar: true }, { id: rows[2]?.id, inicio: '11:00' }, hours('12:00')],
      }),
    )
    expect((changed.disponibilidades as Row[]).map(row => [row.inicio, row.ordem])).toEqual([
      ['09:00', 1],
      ['11:00', 2],
      ['12:00', 3],
    ])
    expect(changed.version).toBe(2)
    await ok(dono('DELETE', '/api/produtos/del', { id: made.id, lojaId: 1 }))
    const { rows: left } = await shop.database.read({ stores: [1] }, q =>
      q.query('SELECT 1 FROM produtos_disponibilidades WHERE "produtosId" = $1', [made.id]),
    )
    expect(left).toEqual([])
  })

  test('a problem in a row leaves everything as it was', async () => {
    const made = await ok(dono('POST', '/api/produtos', { ...product, cod_prod: '301' }))
    const { status } = await dono('PATCH', `/api/produtos/${made.id}`, {
      desc_prod: 'Novo',
      disponibilidades: [{ dia_semana_ini: 9 }],
    })
    expect(status).toBe(422)
    expect((await dono('GET', `/api/produtos/${made.id}`)).body).toMatchObject({
      desc_prod: 'Guaraná',
      version: 1,
      disponibilidades: [],
    })
  })
})

describe('many at once', () => {
  test('updateMany checks every record and changes all or none', async () => {
    const ids = (
      await Promise.all(['400', '401', '402'].map(cod_prod => ok(dono('POST', '/api/produtos', { ...product, cod_prod }))))
    ).map(row => row.id)
    const changed = await ok(
      dono('POST', '/api/produtos/updateMany', { lojaId: 1, where: { id: { inq: ids } }, data: { ordem: 7 } }),
    )
    expect(changed).toMatchObject({ count: 3 })
    expect((await dono('GET', `/api/produtos/${ids[2]}`)).body).toMatchObject({ ordem: 7, version: 2 })
    expect((await dono('POST', '/api/produtos/updateMany', { lojaId: 1, ids, data: { ordem: -1 } })).status).toBe(422)
    expect((await dono('POST', '/api/produtos/updateMany', { lojaId: 1, where: {}, data: { ordem: 1 } })).status).toBe(400)
    const outro = shop.as({ userId: 3, stores: [2], owner: true })
    expect((await outro('POST', '/api/produtos/updateMany', { lojaId: 2, ids, data: { ordem: 1 } })).status).toBe(404)
  })

  test('alterarVarios changes each in its own way, all or none, or those that are right', async () => {
    const made = await Promise.all(
      ['410', '411', '412'].map(cod_prod => ok(dono('POST', '/api/produtos', { ...product, cod_prod }))),
    )
    const [a, b, c] = made.map(({ id, version }) => ({ id, version }))
    const path = '/api/produtos/alterarVarios'
    const wrong = [
      { ...a, preco_vnd_prod: 5.25 },
      { ...b, preco_vnd_prod: -1 },
      { ...c, version: 9, desc_prod: 'Velho' },
    ]
    const seen = async (row: { id: number } | undefined) => (await ok(dono('GET', `/api/produtos/${row?.id}`))).preco_vnd_prod
    expect(await refusal(dono('POST', path, { lojaId: 1, itens: wrong.slice(0, 2) }))).toMatchObject({
      status: 422,
      details: [expect.stringMatching(/^itens\.1\.preco_vnd_prod: /)],
    })
    expect(await seen(a)).not.toBe(5.25)
    const done = await ok(dono('POST', path, { lojaId: 1, itens: wrong, validas: true }))
    expect(done.registros).toMatchObject([{ id: a?.id, preco_vnd_prod: 5.25, version: 2 }])
    expect(done.problemas).toMatchObject([{ path: 'itens.1.preco_vnd_prod' }, { path: 'itens.2', code: 'version-conflict' }])
    expect(await seen(c)).not.toBe(5.25)
  })

  test('alterarVarios leaves alone the lists that it does not name, and answers without them', async () => {
    const disponibilidades = [{ dia_semana_ini: 1, dia_semana_fim: 5, inicio: '08:00', fim: '23:00' }]
    const made = await Promise.all(
      ['420', '421'].map(cod_prod => ok(dono('POST', '/api/produtos', { ...product, cod_prod, disponibilidades }))),
    )
    const [a, b] = made.map(({ id }) => ({ id }))
    const itens = [
      { ...a, desc_prod: 'Outro' },
      { ...b, disponibilidades: [...disponibilidades, { ...disponibilidades[0], inicio: '09:00' }] },
    ]
    const { registros } = await ok(dono('POST', '/api/produtos/alterarVarios', { lojaId: 1, itens }))
    const [first, second] = registros as Row[]
    expect(first).toMatchObject({ desc_prod: 'Outro', version: 2 })
    expect(first).not.toHaveProperty('disponibilidades')
    expect(second?.disponibilidades).toHaveLength(3)
    expect(second).not.toHaveProperty('comboItens')
    const again = await ok(dono('POST', '/api/produtos/alterarVarios', { lojaId: 1, itens: itens.slice(0, 1) }))
    expect(again.registros).toMatchObject([{ desc_prod: 'Outro', version: 2 }])
    expect((await ok(dono('GET', `/api/produtos/${a?.id}`))).disponibilidades).toHaveLength(1)
    const [last] = (await ok(dono('GET', `/api/produtos/${a?.id}/historico?lojaId=1`))) as unknown as { changes: Row[] }[]
    expect(last?.changes.map(({ path }) => path)).toEqual(['desc_prod'])
  })

  test('an array is saved as one, its problems told by place', async () => {
    const bodies = [{ nome: 'A1' }, { nome: 'B1' }, { nome: 'A1' }]
    expect(await refusal(dono('POST', '/api/grupos', [{ nome: 'Um' }, {}]))).toMatchObject({
      status: 422,
      details: ['1.nome: required'],
    })
    expect((await refusal(dono('POST', '/api/unidades', bodies))).status).toBe(422)
    expect(((await ok(dono('POST', '/api/unidades', bodies.slice(0, 2)))) as unknown as Row[]).map(row => row.nome)).toEqual([
      'A1',
      'B1',
    ])
  })
})

describe('history', () => {
  test('says who did what, with the fields before and after', async () => {
    const made = await ok(dono('POST', '/api/unidades', { nome: 'HIST' }))
    await ok(dono('PATCH', `/api/unidades/${made.id}`, { nome: 'HIST2' }))
    await ok(dono('DELETE', '/api/unidades/del', { id: made.id, lojaId: 1 }))
    const filter = JSON.stringify({ where: { recurso: 'unidades', recursoId: String(made.id) }, order: 'id ASC' })
    const { body } = await dono('GET', `/api/user_logs?filter=${encodeURIComponent(filter)}`)
    expect(
      (body as Row[]).map(({ acao, userId, antes, depois }) => [
        acao,
        userId,
        JSON.parse(String(antes))?.nome,
        JSON.parse(String(depois))?.nome,
      ]),
    ).toEqual([
      ['criar', 2, undefined, 'HIST'],
      ['alterar', 2, 'HIST', 'HIST2'],
      ['excluir', 2, 'HIST2', undefined],
    ])
  })

  test('a save that fails leaves none', async () => {
    const before = (await dono('GET', '/api/user_logs/count')).body
    await dono('POST', '/api/unidades', { nome: '' })
    expect((await dono('GET', '/api/user_logs/count')).body).toEqual(before)
  })
})
