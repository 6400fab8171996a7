import { randomUUID } from 'node:crypto'
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

const path = '/api/produtos/alterarVarios'
const make = (cod_prod: string, values: object = {}): Promise<Row> =>
  ok(dono('POST', '/api/produtos', { ...product, cod_prod, ...values }))
const ordemOf = async (row: Row): Promise<unknown> => (await ok(dono('GET', `/api/produtos/${row.id}`))).ordem

describe('the same change of all that a filter finds', () => {
  test('tells before what would change and from what', async () => {
    await make('500', { codigo_beneficio: 'Alfa', ordem: 1 })
    await make('501', { codigo_beneficio: 'Alfa', ordem: 1 })
    await make('502', { codigo_beneficio: 'Alfa', ordem: 2 })
    const registros = { where: { codigo_beneficio: 'Alfa' } }
    const told = await ok(dono('POST', '/api/produtos/valores', { lojaId: 1, registros, campo: 'ordem', valor: 2 }))
    expect(told).toMatchObject({
      total: 3,
      mudam: 2,
      valores: [
        { valor: 1, quantidade: 2 },
        { valor: 2, quantidade: 1 },
      ],
    })
    const groups = await ok(dono('POST', '/api/produtos/valores', { lojaId: 1, registros, campo: 'grupoId' }))
    expect(groups).toMatchObject({ valores: [{ valor: product.grupoId, rotulo: 'Bebidas', quantidade: 3 }] })
    expect(groups).not.toHaveProperty('mudam')
  })

  test('is one action over all of them and of nobody else, and leaves alone who has the value', async () => {
    const [a, b, other] = [
      await make('510', { codigo_beneficio: 'Beta' }),
      await make('511', { codigo_beneficio: 'Beta', ordem: 9 }),
      await make('512'),
    ]
    const changed = await ok(
      dono('POST', path, { lojaId: 1, registros: { where: { codigo_beneficio: 'Beta' } }, dados: { ordem: 9 } }),
    )
    expect(changed).toEqual({ alterados: 1, recusados: 0, problemas: [] })
    expect(await ordemOf(a)).toBe(9)
    expect((await ok(dono('GET', `/api/produtos/${b.id}`))).version).toBe(b.version)
    expect(await ordemOf(other)).not.toBe(9)
    const [action] = (await ok(dono('GET', '/api/atividade?lojaId=1'))) as unknown as { id: string }[]
    expect((await dono('POST', `/api/atividade/${action?.id}/desfazer`, { lojaId: 1 })).body).toMatchObject({ desfeitos: 1 })
    expect(await ordemOf(a)).toBe(a.ordem ?? null)
  })

  test('saves nothing when one is refused, names it, and saves the others when asked', async () => {
    const fine = await make('520', {
      codigo_beneficio: 'Gama',
      desc_prod: 'Suco',
      promocao_de: '2019-01-01T03:00:00.000Z',
      promocao_ate: null,
    })
    const wrong = await make('521', {
      codigo_beneficio: 'Gama',
      desc_prod: 'Vinho',
      promocao_de: '2026-01-01T03:00:00.000Z',
      promocao_ate: null,
    })
    const registros = { where: { codigo_beneficio: 'Gama' } }
    const ended = { lojaId: 1, registros, dados: { promocao_ate: '2020-01-01T03:00:00.000Z' } }
    expect(await dono('POST', path, ended)).toMatchObject({
      status: 422,
      body: {
        alterados: 0,
        validos: 1,
        recusados: 1,
        problemas: [{ id: wrong.id, rotulo: 'Vinho', path: 'promocao_ate', code: 'product.promotion-order' }],
      },
    })
    expect((await ok(dono('GET', `/api/produtos/${fine.id}`))).promocao_ate).toBeNull()
    expect(await ok(dono('POST', path, { ...ended, validas: true }))).toMatchObject({ alterados: 1, recusados: 1 })
    expect((await ok(dono('GET', `/api/produtos/${fine.id}`))).promocao_ate).toBe('2020-01-01T03:00:00.000Z')
    expect((await ok(dono('GET', `/api/produtos/${wrong.id}`))).promocao_ate).toBeNull()
  })

  test('refuses those that changed after the preview', async () => {
    const fine = await make('525', { codigo_beneficio: 'Zeta', desc_prod: 'Suco' })
    const wrong = await make('526', { codigo_beneficio: 'Zeta', desc_prod: 'Vinho' })
    const before = `UPDATE produtos SET "updatedAt" = '2020-01-01' WHERE id = ANY($1)`
    await shop.database.system.query(before, [[fine.id, wrong.id]])
    const seen = '2020-01-02T00:00:00.000Z'
    await ok(dono('PATCH', `/api/produtos/${wrong.id}`, { lojaId: 1, desc_prod: 'Vinho tinto' }))
    const late = { lojaId: 1, registros: { where: { codigo_beneficio: 'Zeta' } }, dados: { ordem: 33 }, visto: seen }
    expect(await dono('POST', path, late)).toMatchObject({
      status: 422,
      body: { recusados: 1, validos: 1, problemas: [{ rotulo: 'Vinho tinto', code: 'list.mass-changed' }] },
    })
    expect(await ordemOf(fine)).not.toBe(33)
    expect(await ok(dono('POST', path, { ...late, validas: true }))).toMatchObject({ alterados: 1, recusados: 1 })
    expect([await ordemOf(fine), await ordemOf(wrong)]).toEqual([33, wrong.ordem ?? null])
  })

  test('goes part by part where they are very many, rehearsed before, and is one action all the same', async () => {
    const rows: Row[] = []
    const began = { promocao_de: '2019-01-01T03:00:00.000Z', promocao_ate: null }
    for (let n = 0; n < 7; n++) rows.push(await make(`55${n}`, { codigo_beneficio: 'Partes', desc_prod: `Parte ${n}`, ...began }))
    const wrong = rows[3]
    await ok(dono('PATCH', `/api/produtos/${wrong?.id}`, { lojaId: 1, promocao_de: '2026-01-01T03:00:00.000Z' }))
    // The change sets the very field that the filter asks for: changed records are found no more.
    const registros = { where: { codigo_beneficio: 'Partes', promocao_ate: null } }
    const asked = { lojaId: 1, registros, dados: { promocao_ate: '2020-01-01T03:00:00.000Z' }, validas: true }
    const part = async (quantos: number, apos: unknown, more: object = {}, action?: string) => {
      const headers = action ? { 'x-action': action } : {}
      const body = { ...asked, ...more, parte: { quantos, ...(apos === null ? {} : { apos }) } }
      return ok(dono('POST', path, body, headers)) as unknown as Promise<Record<string, unknown>>
    }
    const stands = async (): Promise<unknown[]> => {
      const all: unknown[] = []
      for (const { id } of rows) all.push((await ok(dono('GET', `/api/produtos/${id}`))).promocao_ate)
      return all
    }
    const before = (await ok(dono('GET', '/api/atividade?lojaId=1'))) as unknown as { id: string }[]
    const rehearsed = await part(5, null, { ensaio: true })
    expect(rehearsed).toMatchObject({ alterados: 4, recusados: 1, vistos: 5, ate: rows[4]?.id })
    expect(rehearsed.problemas).toMatchObject([{ rotulo: 'Parte 3', code: 'product.promotion-order' }])
    expect(await stands()).toEqual(rows.map(() => null))
    expect(await ok(dono('GET', '/api/atividade?lojaId=1'))).toEqual(before)
    const action = randomUUID()
    const first = await part(5, null, {}, action)
    expect(first).toMatchObject({ alterados: 4, recusados: 1, vistos: 5 })
    expect(await part(5, first.ate, {}, action)).toMatchObject({ alterados: 2, recusados: 0, vistos: 2, ate: rows[6]?.id })
    expect((await stands()).map(one => one === null)).toEqual([false, false, false, true, false, false, false])
    const [newest] = (await ok(dono('GET', '/api/atividade?lojaId=1'))) as unknown as { id: string; registros: object[] }[]
    expect(newest).toMatchObject({ id: action, registros: [{ count: 6 }] })
    expect((await dono('POST', `/api/atividade/${action}/desfazer`, { lojaId: 1 })).body).toMatchObject({ desfeitos: 6 })
    expect(await stands()).toEqual(rows.map(() => null))
    for (const parte of [{}, { quantos: 0 }, { quantos: 60_000 }, { quantos: 5, apos: 'x' }])
      expect((await refusal(dono('POST', path, { ...asked, parte }))).status).toBe(400)
  })

  test('takes what the list takes and no more', async () => {
    const registros = { q: 'guarana', where: { codigo_beneficio: 'Delta' } }
    const row = await make('530', { codigo_beneficio: 'Delta' })
    await make('531', { codigo_beneficio: 'Delta', desc_prod: 'Bolo' })
    expect(await ok(dono('POST', path, { lojaId: 1, registros, dados: { ordem: 4 } }))).toMatchObject({ alterados: 1 })
    expect(await ordemOf(row)).toBe(4)
    const refused = async (body: object) => (await refusal(dono('POST', path, { lojaId: 1, ...body }))).status
    expect(await refused({ registros, dados: {} })).toBe(400)
    expect(await refused({ registros, dados: { lojaId: 2 } })).toBe(400)
    expect(await refused({ registros: { limit: 1 }, dados: { ordem: 4 } })).toBe(400)
    expect(await refused({ registros, dados: { ordem: 'x' } })).toBe(422)
    expect(await refused({ dados: { ordem: 4 } })).toBe(400)
  })

  test('never reaches the rows of another store, and needs the gate', async () => {
    const ours = await make('540', { codigo_beneficio: 'Ômega', ordem: 1 })
    const theirs = shop.as({ userId: 3, stores: [2], owner: true })
    const every = { registros: {}, dados: { ordem: 77 }, validas: true }
    expect(await ok(theirs('POST', path, { lojaId: 2, ...every }))).toMatchObject({ alterados: 0 })
    expect((await theirs('POST', path, { lojaId: 1, ...every })).status).toBe(403)
    const named = { registros: { where: { or: [{ lojaId: 1 }, { id: ours.id }] } }, dados: { ordem: 77 } }
    expect(await ok(theirs('POST', path, { lojaId: 2, ...named }))).toMatchObject({ alterados: 0 })
    expect(await ok(theirs('POST', '/api/produtos/valores', { lojaId: 2, ...named, campo: 'ordem' }))).toMatchObject({ total: 0 })
    expect(await ordemOf(ours)).toBe(1)
    const looker = shop.as({ userId: 4, stores: [1], flags: ['cardapio_ver'] })
    expect((await looker('POST', path, { lojaId: 1, ...every })).status).toBe(403)
    const nobody = shop.as({ userId: 4, stores: [1] })
    expect((await nobody('POST', '/api/produtos/valores', { lojaId: 1, registros: {}, campo: 'ordem' })).status).toBe(403)
  })

  test('of twenty thousand rows is one transaction, during which the server answers others', { timeout: 300_000 }, async () => {
    await shop.database.asOwner(q =>
      q.query(`INSERT INTO produtos ("lojaId", cod_prod, desc_prod, "grupoId", "unidadeId", "impostoId", "ncmId", preco_cst_prod, preco_vnd_prod, "appPreco", codigo_beneficio)
        SELECT 1, 100000 + n, 'Item ' || n, ${product.grupoId}, ${product.unidadeId}, ${product.impostoId}, '21069090', 1, 2, 2, 'Muitos' FROM generate_series(1, 20000) n`),
    )
    const waits: number[] = []
    let done = false
    const others = (async () => {
      while (!done) {
        const from = performance.now()
        await dono('GET', '/api/grupos?limit=1')
        waits.push(performance.now() - from)
      }
    })()
    const from = performance.now()
    const changed = await ok(
      dono('POST', path, { lojaId: 1, registros: { where: { codigo_beneficio: 'Muitos' } }, dados: { ordem: 5 } }),
    )
    const took = performance.now() - from
    done = true
    await others
    expect(changed).toMatchObject({ alterados: 20_000, recusados: 0 })
    console.info(
      `20,000 rows: ${Math.round(took)} ms; another call waited at most ${Math.round(Math.max(...waits))} ms (${waits.length} calls)`,
    )
    // A quarter of the change: on a quiet machine it is one part in two hundred.
    expect(Math.max(...waits)).toBeLessThan(took / 4)
    const [action] = (await ok(dono('GET', '/api/atividade?lojaId=1'))) as unknown as { id: string }[]
    const undoing = performance.now()
    expect((await dono('POST', `/api/atividade/${action?.id}/desfazer`, { lojaId: 1 })).body).toMatchObject({
      desfeitos: 20_000,
    })
    console.info(`taken back in ${Math.round(performance.now() - undoing)} ms`)
    expect(await ok(dono('GET', '/api/produtos/count?filter={"where":{"codigo_beneficio":"Muitos","ordem":5}}'))).toEqual({
      count: 0,
    })
  })
})

describe('totals of a list', () => {
  test('are exact, of the whole filter and of nothing else', async () => {
    for (let n = 0; n < 12; n++) await make(`60${n}`, { codigo_beneficio: 'Soma', preco_vnd_prod: 0.1 })
    const filter = encodeURIComponent(JSON.stringify({ where: { codigo_beneficio: 'Soma' }, limit: 5, skip: 5 }))
    expect(await ok(dono('GET', `/api/produtos/totais?campos=preco_vnd_prod,preco_cst_prod&filter=${filter}`))).toEqual({
      count: 12,
      totais: { preco_vnd_prod: 1.2, preco_cst_prod: 30 },
    })
    const none = encodeURIComponent(JSON.stringify({ where: { codigo_beneficio: 'Nada' } }))
    expect(await ok(dono('GET', `/api/produtos/totais?campos=preco_vnd_prod&filter=${none}`))).toEqual({
      count: 0,
      totais: { preco_vnd_prod: 0 },
    })
  })

  test('are told by the values of a column, too, by the names of the records it refers to', async () => {
    const filter = encodeURIComponent(JSON.stringify({ where: { codigo_beneficio: 'Grupos' } }))
    const [, first] = await Promise.all(
      [0, 1, 2].map(n => make(`61${n}`, { codigo_beneficio: 'Grupos', preco_vnd_prod: 1.1, stt_prod: n > 0 })),
    )
    const asked = `/api/produtos/totais?campos=preco_vnd_prod&filter=${filter}`
    expect(await ok(dono('GET', `${asked}&por=stt_prod`))).toEqual({
      count: 3,
      totais: { preco_vnd_prod: 3.3 },
      grupos: [
        { valor: true, count: 2, totais: { preco_vnd_prod: 2.2 } },
        { valor: false, count: 1, totais: { preco_vnd_prod: 1.1 } },
      ],
      outros: 0,
    })
    const { grupos } = await ok(dono('GET', `${asked}&por=grupoId`))
    const group = await ok(dono('GET', `/api/grupos/${first?.grupoId}`))
    expect(grupos).toEqual([{ valor: group.id, rotulo: group.nome, count: 3, totais: { preco_vnd_prod: 3.3 } }])
    expect(await ok(dono('GET', `/api/produtos/totais?campos=&por=stt_prod&filter=${filter}`))).toMatchObject({
      totais: {},
      grupos: [{ count: 2 }, { count: 1 }],
    })
    expect((await dono('GET', `${asked}&por=nada`)).status).toBe(400)
    const nobody = shop.as({ userId: 4, stores: [1] })
    expect((await nobody('GET', `${asked}&por=stt_prod`)).status).toBe(403)
  })

  test('are told by the values of two columns, and by pairs of these, in one answer', async () => {
    const filter = encodeURIComponent(JSON.stringify({ where: { codigo_beneficio: 'Pares' } }))
    const [one] = await Promise.all(
      [0, 1, 2].map(n =>
        make(`62${n}`, { codigo_beneficio: 'Pares', preco_vnd_prod: 1.1, stt_prod: n > 0, appDestaque: n === 2 }),
      ),
    )
    const asked = `/api/produtos/totais?campos=preco_vnd_prod&filter=${filter}`
    const reply = await ok(dono('GET', `${asked}&por=stt_prod&colunas=appDestaque`))
    expect(reply).toMatchObject({
      count: 3,
      grupos: [
        { valor: true, count: 2 },
        { valor: false, count: 1 },
      ],
      colunas: [
        { valor: false, count: 2, totais: { preco_vnd_prod: 2.2 } },
        { valor: true, count: 1, totais: { preco_vnd_prod: 1.1 } },
      ],
      outrasColunas: 0,
    })
    const cells = (reply.celulas as { linha: boolean; coluna: boolean; count: number; totais: object }[]).map(
      ({ linha, coluna, count, totais }) => [linha, coluna, count, totais],
    )
    expect(new Set(cells.map(cell => JSON.stringify(cell)))).toEqual(
      new Set(
        [
          [true, true, 1, { preco_vnd_prod: 1.1 }],
          [true, false, 1, { preco_vnd_prod: 1.1 }],
          [false, false, 1, { preco_vnd_prod: 1.1 }],
        ].map(cell => JSON.stringify(cell)),
      ),
    )
    // A column without a value is a group like others, and a reference has its name.
    const { colunas, celulas } = await ok(dono('GET', `${asked}&por=grupoId&colunas=cestId`))
    expect([colunas, celulas]).toMatchObject([[{ valor: null, count: 3 }], [{ linha: one?.grupoId, coluna: null, count: 3 }]])
    expect((await dono('GET', `${asked}&por=stt_prod&colunas=nada`)).status).toBe(400)
    expect((await dono('GET', `${asked}&colunas=stt_prod`)).status).toBe(400)
    const nobody = shop.as({ userId: 4, stores: [1] })
    expect((await nobody('GET', `${asked}&por=stt_prod&colunas=appDestaque`)).status).toBe(403)
  })

  test('are asked for as the list is', async () => {
    expect((await dono('GET', '/api/produtos/totais?campos=')).status).toBe(400)
    expect((await dono('GET', '/api/produtos/totais?campos=desc_prod')).status).toBe(400)
    expect((await dono('GET', '/api/produtos/totais?campos=nada')).status).toBe(400)
    expect((await dono('GET', '/api/produtos/totais')).status).toBe(400)
    const nobody = shop.as({ userId: 4, stores: [1] })
    expect((await nobody('GET', '/api/produtos/totais?campos=preco_vnd_prod')).status).toBe(403)
    expect(await ok(admin('GET', '/api/produtos/totais?campos=preco_vnd_prod&lojaId=2'))).toMatchObject({ count: 0 })
  })
})

describe('prices raised by percent or amount', () => {
  const registros = { where: { codigo_beneficio: 'Reajuste' } }
  const ajuste = { campo: 'preco_vnd_prod', tipo: 'percentual', valor: 10, arredonda: '.90' }
  const priceOf = async (row: Row): Promise<unknown> => (await ok(dono('GET', `/api/produtos/${row.id}`))).preco_vnd_prod

  test('are shown before and after, changed as one action, and taken back', async () => {
    const a = await make('700', { codigo_beneficio: 'Reajuste', preco_vnd_prod: 10 })
    const b = await make('701', { codigo_beneficio: 'Reajuste', preco_vnd_prod: 25.5 })
    const same = await make('702', { codigo_beneficio: 'Reajuste', preco_vnd_prod: 0.9 })
    const told = await ok(dono('POST', '/api/produtos/valores', { lojaId: 1, registros, campo: ajuste.campo, ajuste }))
    expect(told).toMatchObject({
      total: 3,
      mudam: 2,
      exemplos: [
        { id: a.id, de: 10, para: 10.9 },
        { id: b.id, de: 25.5, para: 27.9 },
      ],
    })
    const changed = await ok(dono('POST', path, { lojaId: 1, registros, ajuste, visto: told.visto }))
    expect(changed).toMatchObject({ alterados: 2, recusados: 0 })
    expect([await priceOf(a), await priceOf(b), await priceOf(same)]).toEqual([10.9, 27.9, 0.9])
    // Asked again with the preview of before, nothing rises twice.
    expect(await refusal(dono('POST', path, { lojaId: 1, registros, ajuste, visto: told.visto }))).toMatchObject({
      status: 422,
    })
    expect(await priceOf(a)).toBe(10.9)
    const [action] = (await ok(dono('GET', '/api/atividade?lojaId=1'))) as unknown as { id: string }[]
    await ok(dono('POST', `/api/atividade/${action?.id}/desfazer`, { lojaId: 1 }))
    expect([await priceOf(a), await priceOf(b)]).toEqual([10, 25.5])
  })

  test('take other prices along, each of which may change alone; what has no price gets none', async () => {
    const own = { codigo_beneficio: 'Junto' }
    const both = await make('720', { ...own, preco_vnd_prod: 10, appPreco: 12 })
    const counter = await make('721', { ...own, preco_vnd_prod: 20, appPreco: 0 })
    const app = await make('722', { ...own, preco_vnd_prod: 0.9, appPreco: 30 })
    const still = await make('723', { ...own, preco_vnd_prod: 0.9, appPreco: 0.9 })
    const asked = { registros: { where: own }, ajuste: { ...ajuste, tambem: ['appPreco', 'appPreco', 'preco_vnd_prod'] } }
    const told = await ok(dono('POST', '/api/produtos/valores', { lojaId: 1, campo: ajuste.campo, ...asked }))
    expect(told).toMatchObject({ total: 4, mudam: 3 })
    expect(told.exemplos).toMatchObject([
      { id: both.id, de: 10, para: 10.9 },
      { id: both.id, campo: 'appPreco', de: 12, para: 12.9 },
      { id: counter.id, de: 20, para: 21.9 },
      { id: app.id, campo: 'appPreco', de: 30, para: 32.9 },
    ])
    expect(await ok(dono('POST', path, { lojaId: 1, ...asked, visto: told.visto }))).toMatchObject({ alterados: 3 })
    const prices = async (row: Row): Promise<unknown[]> => {
      const { preco_vnd_prod, appPreco } = await ok(dono('GET', `/api/produtos/${row.id}`))
      return [preco_vnd_prod, appPreco]
    }
    expect(await Promise.all([both, counter, app, still].map(prices))).toEqual([
      [10.9, 12.9],
      [21.9, 0],
      [0.9, 32.9],
      [0.9, 0.9],
    ])
  })

  test('are refused by name where they would leave their limits, all or none', async () => {
    const a = await make('710', { codigo_beneficio: 'Queda', preco_vnd_prod: 3 })
    const b = await make('711', { codigo_beneficio: 'Queda', preco_vnd_prod: 30 })
    const fall = {
      lojaId: 1,
      registros: { where: { codigo_beneficio: 'Queda' } },
      ajuste: { ...ajuste, tipo: 'valor', valor: -10, arredonda: undefined },
    }
    const refused = await dono('POST', path, fall)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toContain('preco_vnd_prod')
    expect([await priceOf(a), await priceOf(b)]).toEqual([3, 30])
  })

  test.each([
    ['campo', { campo: 'descricao_prod' }],
    ['tipo', { tipo: 'dobro' }],
    ['valor', { valor: 'dez' }],
    ['valor', { valor: 1e12 }],
    ['arredonda', { arredonda: '0.07' }],
    ['tambem', { tambem: 'appPreco' }],
    ['desc_prod', { tambem: ['desc_prod'] }],
  ])('a wrong %s is told', async (name, wrong) => {
    const { status, body } = await dono('POST', path, { lojaId: 1, registros, ajuste: { ...ajuste, ...wrong } })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(JSON.stringify(body)).toContain(name === 'campo' ? 'descricao_prod' : name)
    // In words: a code that no message has is told as it stands.
    expect((body as { error: { message: string } }).error.message).toMatch(/^[A-ZÉ].* /)
  })
})
