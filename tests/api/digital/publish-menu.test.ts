import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import '../../fixedSeed.ts'
import { makeKey } from '../fixtures/apiKey.ts'
import { type DigitalShop, openDigitalShop } from './digitalShop.ts'

type Row = Record<string, unknown> & { readonly id: number }

let shop: DigitalShop
let goods: Record<string, number>

beforeAll(async () => {
  shop = await openDigitalShop()
  const q = shop.server.context.database.system
  await q.query(
    `INSERT INTO ncms (id, descricao, tipo, nacional, importado, estadual, municipal) VALUES ('21069090', 'Preparações', 0, 1, 1, 1, 1)`,
  )
  const { rows } = await q.query(
    `WITH u AS (INSERT INTO unidades ("lojaId", nome) VALUES ($1, 'UN') RETURNING id),
       i AS (INSERT INTO impostos ("lojaId", nome) VALUES ($1, 'Padrão') RETURNING id) SELECT u.id AS unit, i.id AS tax FROM u, i`,
    [shop.store],
  )
  goods = { unidadeId: Number(rows[0]?.unit), impostoId: Number(rows[0]?.tax) }
  await q.query(`INSERT INTO "moeda_Apps" (nome) VALUES ('Dinheiro'), ('PIX')`)
  await q.query(`INSERT INTO "Loja_moeda_apps" ("lojaId", "moeda_appId", status) SELECT $1, id, true FROM "moeda_Apps"`, [
    shop.store,
  ])
})
afterAll(() => shop?.close())
afterEach(() => {
  shop.app.behaviour = 'normal'
})

const save = (register: string, record: object): Promise<Row> =>
  shop.ask('POST', `${register}/save`, { lojaId: shop.store, ...record })
const publish = (token = shop.tokens.dona, lojaId = shop.store) => shop.ask('POST', 'Apps/publicarMenu', { lojaId }, token)
const menu = () => shop.held('cardapios', `app-${shop.store}`) as Promise<Record<string, unknown> | null>
let code = 0
const product = (record: object): Promise<Row> =>
  save('produtos', {
    cod_prod: String(++code),
    ...{ ...goods, ncmId: '21069090', preco_cst_prod: 2, preco_vnd_prod: 5.1, appPreco: 5, promocao_desconto: 0, ...record },
  })

/** The fields that the app may know of each register, under its name there. */
const shown: Readonly<Record<string, readonly [register: string, fields: string, lists?: Readonly<Record<string, string>>]>> = {
  grupos: [
    'grupos',
    'nome paiId status categoria pizza cor ordem remove_prod fotoUrl',
    { grupos_add: 'grupoAddId ordem', disponibilidades: 'dia_semana_ini dia_semana_fim inicio fim ordem' },
  ],
  produtos: [
    'produtos',
    'cod_prod desc_prod stt_prod esgotado_em grupoId unidadeId ordem cor fotoUrl adicional alcoolico combo ponte preco_vnd_prod preco_vnd2_prod preco_vnd3_prod preco_vnd4_prod qtd_min_tab2 qtd_min_tab3 qtd_min_tab4 appPreco appNome appDetalhes appDelivery appBalcao appMesa appDestaque appPdvMobile balanca_prod paga_servico_prod ingredientes_prod tam_emb_prod promocao_desconto promocao_de promocao_ate promocao_todas_condicoes dia_domingo dia_segunda dia_terca dia_quarta dia_quinta dia_sexta dia_sabado',
    {
      disponibilidades: 'dia_semana_ini dia_semana_fim inicio fim ordem',
      comboItens: 'produtoIdItem preco_item ordem',
      respostas: 'cod_prod nome valor ordem',
      perguntas: 'perguntaId ordem',
    },
  ],
  perguntas: [
    'pergunta',
    'descricao qtd_min qtd_max repetir_resposta',
    { respostas: 'produtoId nome valor valor2 valor3 valor4 ativo ordem' },
  ],
  promocoes: ['AppPromocaos', 'cupom status inicio fim descontoValor descontoPorcentagem pedidoMinimo'],
  areas: ['Loja_Entregas', 'porDistancia distancia bairro cep valor minutos status'],
  horarios: [
    'Loja_Horarios',
    'aberto dia_semana_ini dia_semana_fim inicio fim motivo pausa_inicio pausa_fim entrega retirada mesa',
  ],
  moedas: ['Loja_moeda_apps', 'moeda_appId status'],
}

const picked = (row: Readonly<Record<string, unknown>>, fields: string): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .split(' ')
      .flatMap(name => (row[name] === null || row[name] === undefined || row[name] === '' ? [] : [[name, row[name]]])),
  )

/** The menu as the catalogue says it by its own calls, record by record. */
async function catalogue(): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {}
  for (const [part, [register, fields, lists = {}]] of Object.entries(shown)) {
    const found = (await shop.ask(
      'GET',
      `${register}?filter=${JSON.stringify({ where: { lojaId: shop.store }, limit: 999 })}`,
    )) as unknown as Row[]
    const rows: Record<string, unknown> = {}
    for (const { id } of found) {
      const record = await shop.ask('GET', `${register}/${id}?lojaId=${shop.store}`)
      if (record.materia_prima_prod === true) continue
      const children = Object.entries(lists).flatMap(([list, columns]) => {
        const held = record[list] as Row[]
        return held.length === 0 ? [] : [[list, Object.fromEntries(held.map(row => [row.id, picked(row, columns)]))]]
      })
      rows[id] = {
        ...picked(record, fields),
        ...Object.fromEntries(children),
        ...(part === 'moedas' ? { nome: (record.moeda_app as Row).nome } : {}),
      }
    }
    if (Object.keys(rows).length > 0) all[part] = rows
  }
  return all
}

/** A database of trees gives names that count up as lists. */
const asTree = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Object.fromEntries(Object.entries(value).flatMap(([name, one]) => (one === null ? [] : [[name, asTree(one)]])))

async function expectPublished(): Promise<void> {
  const { loja, versao, ...parts } = asTree(await menu()) as Record<string, unknown>
  expect(parts).toEqual(await catalogue())
  expect(versao).toEqual(expect.any(Number))
  expect(loja).toMatchObject({ nome_fantasia: expect.any(String), uuid: `chave-${shop.store}`, appEntrega: true })
}

describe('the published menu', () => {
  test('is the catalogue after any edits', async () => {
    const groups: number[] = []
    const products: number[] = []
    const one = (ids: number[], at: number): number | undefined => ids[at % Math.max(1, ids.length)]
    const hours = (at: number) => [{ dia_semana_ini: 1, dia_semana_fim: (at % 5) + 1, inicio: '10:00', fim: '22:30' }]
    const edits: Readonly<Record<string, (at: number, text: string) => Promise<unknown>>> = {
      group: async (at, nome) =>
        groups.push(
          (await save('grupos', { nome, paiId: at % 2 ? one(groups, at) : undefined, disponibilidades: at % 3 ? hours(at) : [] }))
            .id,
        ),
      product: async (at, desc_prod) => {
        if (groups.length === 0) groups.push((await save('grupos', { nome: 'Primeiro' })).id)
        products.push(
          (await product({ desc_prod, grupoId: one(groups, at), appPreco: at / 100, materia_prima_prod: at % 7 === 0 })).id,
        )
      },
      price: async (at, appNome) => {
        const id = one(products, at)
        if (id)
          await shop.ask('PATCH', `produtos/${id}`, {
            lojaId: shop.store,
            appPreco: at / 100,
            appNome,
            disponibilidades: hours(at),
          })
      },
      status: async at => {
        const id = one(products, at)
        if (!id) return
        await shop.ask('PATCH', `produtos/${id}`, { lojaId: shop.store, stt_prod: at % 2 === 0 })
        await shop.ask('POST', 'apps/firebaseProdutoStatus', {
          lojaId: shop.store,
          produtoId: id,
          stt_prod: at % 2 === 0,
          appMesa: true,
        })
      },
      removed: async at => {
        const id = products.splice(at % Math.max(1, products.length), 1)[0]
        if (id) await shop.ask('DELETE', `produtos/del?id=${id}&lojaId=${shop.store}`)
      },
      question: (at, descricao) =>
        save('pergunta', {
          ...{ descricao, qtd_min: 0, qtd_max: 2 },
          respostas: [
            { nome: 'Bem passado', valor: at / 10 },
            { nome: 'Ao ponto', valor: 0 },
          ],
          produtos: products.length === 0 ? [] : [{ produtoId: one(products, at) }],
        }),
      promotion: (at, text) =>
        save('AppPromocaos', {
          cupom: `C${at}${text.length}-${++code}`,
          descontoValor: at,
          descontoPorcentagem: 0,
          pedidoMinimo: 0,
        }),
      area: at => save('Loja_Entregas', { bairro: `Bairro ${at} ${++code}`, valor: at / 10, minutos: at }),
      pause: (at, motivo) =>
        save('Loja_Horarios', {
          aberto: false,
          motivo,
          pausa_inicio: '2026-05-01T12:00:00.000Z',
          pausa_fim: `2026-05-0${(at % 8) + 2}T12:00:00.000Z`,
        }),
    }
    const edit = fc.tuple(
      fc.constantFrom(...Object.keys(edits)),
      fc.nat(999),
      fc.constantFrom('Pão', 'Açaí "da casa"', 'Suco/limão $ #1', 'Çà'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 12 }), async made => {
        for (const [name, at, text] of made) await edits[name]?.(at, text)
        await publish()
        await expectPublished()
      }),
      { numRuns: 12, endOnFailure: true },
    )
  }, 120_000)

  test('holds nothing that the shop keeps to itself', async () => {
    await product({
      desc_prod: 'Segredo de custo',
      grupoId: (await save('grupos', { nome: 'Grupo' })).id,
      preco_cst_prod: 7654.32,
    })
    await shop.ask('PATCH', `loja_perfil/${shop.store}`, { lojaId: shop.store, csc: 'csc-secreto', user_email: 'dona@casa.br' })
    await publish()
    const text = JSON.stringify(await menu())
    expect(text).toContain('Segredo de custo')
    for (const kept of ['7654.32', 'csc-secreto', 'dona@casa.br', 'preco_cst_prod']) expect(text).not.toContain(kept)
  })

  test('is sent as one update of what differs, and not at all while nothing does', async () => {
    const { id } = await product({ desc_prod: 'Café', grupoId: (await save('grupos', { nome: 'Quentes' })).id })
    await publish()
    const before = shop.app.requests.length
    expect(await publish()).toMatchObject({ alteracoes: 0 })
    expect(shop.writes(before)).toEqual([])
    await shop.ask('PATCH', `produtos/${id}`, { lojaId: shop.store, appPreco: 6.5 })
    expect(await publish()).toMatchObject({ alteracoes: 1 })
    const sent = shop.writes(before)
    expect(sent.map(({ method, body }) => [method, body])).toEqual([
      ['PATCH', { [`produtos/${id}/appPreco`]: 6.5, versao: expect.any(Number) }],
    ])
    // Its fate in the app counts, not the bytes that were sent once.
    await fetch(`${shop.app.address}/cardapios/app-${shop.store}.json`, { method: 'DELETE' })
    await publish()
    await expectPublished()
  })

  test('of two who publish at once is the newer', async () => {
    const { id } = await product({ desc_prod: 'Chá', grupoId: (await save('grupos', { nome: 'Frios' })).id })
    for (let price = 1; price <= 4; price += 1) {
      const first = publish()
      await shop.ask('PATCH', `produtos/${id}`, { lojaId: shop.store, appPreco: price })
      await Promise.all([first, publish(shop.tokens.caixa), publish()])
      await expectPublished()
    }
  })
})

describe('what keeps a menu from being published', () => {
  const said = (token: string, lojaId = shop.store) => shop.said('POST', 'Apps/publicarMenu', { lojaId }, token)

  test('a closed gate, another store, a store without the digital menu or without a name in the app', async () => {
    expect((await said(shop.tokens.cozinha))[0]).toBe(403)
    expect((await said(shop.tokens.outra))[0]).toBe(403)
    const q = shop.server.context.database.system
    const other = (set: string) => q.query(`UPDATE lojas SET ${set} WHERE id = $1`, [shop.other])
    await other(`"appDeliveryUri" = NULL`)
    shop.server.context.access.forget()
    expect(await said(shop.tokens.outra, shop.other)).toEqual([
      400,
      'Preencha o endereço do app no perfil da loja antes de publicar o cardápio',
    ])
    await other(`cardapio_digital = false`)
    shop.server.context.access.forget()
    expect((await said(shop.tokens.outra, shop.other))[0]).toBe(403)
    expect(await shop.held('cardapios', `app-${shop.other}`)).toBeNull()
    expect((await shop.said('POST', 'Apps/publicarMenu', { lojaId: 'x' }))[0]).toBe(400)
  })

  test.each(['unreachable', 'failing', 'malformed', 'redirecting'] as const)(
    'an app that is %s: it holds what it held',
    async mood => {
      const { id } = await product({ desc_prod: `Humor ${mood}`, grupoId: (await save('grupos', { nome: mood })).id })
      await publish()
      const before = await menu()
      await shop.ask('PATCH', `produtos/${id}`, { lojaId: shop.store, appPreco: 9.99 })
      shop.app.behaviour = mood
      expect(await said(shop.tokens.dona)).toEqual([424, 'O app de delivery não respondeu. Tente de novo em instantes.'])
      shop.app.behaviour = 'normal'
      expect(await menu()).toEqual(before)
      await publish()
      await expectPublished()
    },
  )

  test('an app that does not answer is waited for so long and no longer, and keeps nobody from the catalogue', async () => {
    shop.app.behaviour = 'slow'
    await product({ desc_prod: 'Lento', grupoId: (await save('grupos', { nome: 'Lentos' })).id })
    const refused = said(shop.tokens.dona)
    await save('grupos', { nome: 'Enquanto isso' })
    expect(await refused).toEqual([424, 'O app de delivery não respondeu. Tente de novo em instantes.'])
    shop.app.behaviour = 'normal'
    await publish()
    await expectPublished()
  }, 30_000)
})

test('the stores that somebody may publish, with the addresses that their apps have', async () => {
  await shop.server.context.database.system.query(
    `UPDATE lojas SET "appEntrega" = false, "appRetirada" = true, "appMesa" = true, "appMesaComanda" = true, cnpj = '11222333000181' WHERE id = $1`,
    [shop.store],
  )
  const base = `https://cardapio.exemplo.com.br/app-${shop.store}`
  const row = {
    lojaId: shop.store,
    nome_fantasia: 'Casa',
    cnpj: '11222333000181',
    delivery: base,
    mesa: `${base}/mesa/1`,
    comanda: `${base}/comanda/1`,
    publicado_em: expect.stringMatching(/^\d{4}-/),
    app: true,
    fisica: true,
  }
  expect(await shop.ask('GET', 'Apps/lojasPublicaveis', undefined, shop.tokens.caixa)).toEqual({ lojas: [row] })
  expect(await shop.ask('GET', `Apps/lojasPublicaveis?lojaId=${shop.store}`, undefined, shop.tokens.plataforma)).toEqual({
    lojas: [row],
  })
  const key = await makeKey(shop.server, shop.tokens.dona, shop.store, { cardapio_publicar: true })
  expect(await shop.ask('GET', 'Apps/lojasPublicaveis', undefined, key)).toEqual({ lojas: [row] })
  expect((await shop.said('GET', 'Apps/lojasPublicaveis', undefined, shop.tokens.cozinha))[0]).toBe(403)
  const foreign = await shop.ask('GET', 'Apps/lojasPublicaveis', undefined, shop.tokens.outra)
  expect((foreign.lojas as { lojaId: number }[]).map(({ lojaId }) => lojaId)).toEqual([shop.other])
})

test('publishing to the physical store asks each active piece of equipment once', async () => {
  const q = shop.server.context.database.system
  const publishHere = (token = shop.tokens.caixa) =>
    shop.said('POST', 'Equipamento_eventos/publicar', { lojaId: shop.store }, token)
  expect(await publishHere()).toEqual([400, 'A loja não tem equipamentos ativos para receber o cardápio'])
  await q.query(
    `INSERT INTO equipamentos ("lojaId", nome, ativo) VALUES ($1, 'Caixa', true), ($1, 'Totem', true), ($1, 'Antigo', false), ($2, 'Alheio', true)`,
    [shop.store, shop.other],
  )
  expect((await publishHere())[0]).toBe(200)
  expect((await publishHere())[0]).toBe(200)
  const { rows } = await q.query(
    `SELECT e.nome, count(*)::int AS events FROM equipamento_eventos v JOIN equipamentos e ON e."lojaId" = v."lojaId" AND e.id = v."equipamentoId" GROUP BY e.nome ORDER BY e.nome`,
  )
  expect(rows).toEqual([
    { nome: 'Caixa', events: 1 },
    { nome: 'Totem', events: 1 },
  ])
  // A shop without the digital menu has done this step with it.
  await q.query(`DELETE FROM "Loja_publicacoes" WHERE "lojaId" = $1 AND destino = 'APP'`, [shop.store])
  const steps = await shop.server.call(shop.tokens.dona, 'GET', `/api/relatorio/inicio/passos?lojaId=${shop.store}`)
  expect(steps.json()).toMatchObject({ cardapio: 1 })
  expect((await publishHere(shop.tokens.cozinha))[0]).toBe(403)
  expect((await publishHere(shop.tokens.outra))[0]).toBe(403)
  await q.query(`UPDATE lojas SET "publicarLojaFisica" = false WHERE id = $1`, [shop.store])
  shop.server.context.access.forget()
  expect((await publishHere())[0]).toBe(403)
})
