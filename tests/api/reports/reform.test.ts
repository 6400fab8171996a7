import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReformShop, type ReformShop } from './reformShop.ts'

/**
 * The year of a small shop, worked out by hand. Sold: 100 plates at 52.40 (cost 15.00, class 200047: less 40 %), 200 beers at 11.00 (cost 4.00, in full, ICMS
 * and contributions paid by the industry) and 100 desserts at 43.60 (cost 12.00, in full); 11,800.00. Bought: 2,180.00 of the regular regime with
 * 218.00 of ICMS, and 1,000.00 of a shop of the Simples, which brings 2 %. References: CBS 10, IBS 20: 9.9 and 0.1 in 2027, 10 and 2 in 2029 with
 * 90 % of ICMS, 10 and 20 in 2033.
 */
const year = { startDate: '2025-01-01', endDate: '2025-12-31', cbs: 10, ibs: 20, credito_simples: 2 }
const path = 'relatorio/simulador_reforma'

interface Answer {
  readonly resumo: readonly Readonly<Record<string, number | string>>[]
  readonly opcoes: readonly Readonly<Record<string, number | string>>[]
  readonly grupos: readonly Readonly<Record<string, number | string>>[]
  readonly produtos: readonly Readonly<Record<string, number | string | boolean>>[]
  readonly premissas: readonly { readonly premissa: string; readonly valor: string; readonly fonte: string }[]
}

let shop: ReformShop
let fixture: ReformShop['fixture']
let buy: ReformShop['buy']
let become: ReformShop['become']
let ours: ReformShop['products']
beforeAll(async () => {
  shop = await openReformShop()
  ;({ fixture, buy, become, products: ours } = shop)
  await fixture.sell([
    {
      em: '2025-01-01T12:00:00Z',
      linhas: ours.map((produto, at) => ({ produto, qtd: at === 1 ? 200_000 : 100_000 })),
    },
  ])
  await buy('Atacado', 3, 2180, 218)
  await buy('Mercadinho', 1, 1000, 0)
  await buy('Cancelada', 3, 9000, 900, { cSitNFe: 3 })
  await buy('Nunca chegou', 3, 9000, 900, { manifestacao: 'NAO_REALIZADA' })
})
afterAll(() => fixture?.close())

const ask = (more: Readonly<Record<string, string | number>> = {}): Promise<Answer> =>
  fixture.ask<Answer>(path, { ...year, ...more })
/** Columns of rows, in their order. */
const columns = (rows: readonly Readonly<Record<string, unknown>>[], ...names: readonly string[]) =>
  rows.map(row => names.map(name => row[name]))
const prices = ['descricao', 'preco', 'preco_2027', 'preco_2029', 'preco_2033'] as const

describe('the regular regime, on presumed profit', () => {
  beforeAll(() => become(3))

  test('taxes, credits and what is to be paid, year by year', async () => {
    const { resumo, opcoes } = await ask()
    // Before: ICMS 20 % of 5,240 and 10 % of 4,360; contributions on the rest of both. In 2027 the plates are 5,000 of goods with 1,000 of ICMS inside,
    // and 6 % on 4,000; the beers 2,000 and 10 %; the desserts 4,000 with 400 of ICMS, and 10 % on 3,600.
    expect(
      columns(resumo, 'cenario', 'icms', 'pis', 'cofins', 'cbs', 'ibs', 'outros', 'tributos', 'creditos', 'a_pagar'),
    ).toEqual([
      ['Até 2026', 1484, 52.75, 243.48, 0, 0, 0, 1780.23, 218, 1562.23],
      ['2027', 1400, 0, 0, 792, 8, 0, 2200, 400, 1800],
      ['2029', 1244.39, 0, 0, 797.56, 159.51, 0, 2201.46, 411.5, 1789.96],
      ['2033', 0, 0, 0, 771.06, 1542.11, 0, 2313.17, 523.08, 1790.09],
    ])
    expect(columns(resumo, 'receita', 'margem')).toEqual([
      [11800, 6759.7],
      [11800, 6540.25],
      [11800, 6551.45],
      [11800, 6562.55],
    ])
    expect(opcoes).toEqual([])
  })

  test('by product and group, with the price that keeps the margin', async () => {
    const { produtos, grupos } = await ask()
    expect(columns(produtos, ...prices)).toEqual([
      ['Prato', 52.4, 51.79, 50.99, 45.96],
      ['Sobremesa', 43.6, 44.96, 45.19, 47.65],
      ['Cerveja', 11, 11.85, 12.05, 13.8],
    ])
    expect(columns(produtos, 'tributos_antes', 'tributos_2027', 'tributos_2029', 'tributos_2033', 'margem')).toEqual([
      [1201.01, 1240, 1182.74, 799.32, 26.42],
      [579.23, 760, 783.01, 1006.15, 26.63],
      [0, 200, 235.71, 507.69, 7.27],
    ])
    expect(columns(grupos, 'grupo', 'receita', 'tributos_antes', 'tributos_2027')).toEqual([
      ['Pratos', 9600, 1780.23, 2000],
      ['Bebidas', 2200, 0, 200],
    ])
  })

  test("a restaurant's word for a product goes before its tax profile", async () => {
    const { system } = fixture.server.context.database
    const decide = (treatment: string) =>
      fixture.insert('Produto_tratamentos', { produtoId: ours[2]?.id ?? 0, tratamento: treatment, situacao: 'DECIDIDO' })
    const dessert = async () => columns((await ask()).produtos, 'descricao', 'tributos_2027')[1]
    const id = await decide('PREPARADO')
    // 6 % on 90 % of 4,136.62, and 413.66 of ICMS.
    expect(await dessert()).toEqual(['Sobremesa', 637.04])
    const shop = await fixture.insert('Loja_regimes', { vigencia_inicio: '2027-01-01', regime_tributario: 3, restaurante: false })
    expect(await dessert()).toEqual(['Sobremesa', 760])
    await system.query('DELETE FROM "Loja_regimes" WHERE id = $1', [shop])
    await system.query('DELETE FROM "Produto_tratamentos" WHERE id = $1', [id])
    expect(await dessert()).toEqual(['Sobremesa', 760])
  })

  test('a combo is taxed by its parts, each on its share of the price', async () => {
    const { system } = fixture.server.context.database
    const [plate, beer, dessert] = ours.map(({ id }) => id)
    const treated = await fixture.insert('Produto_tratamentos', { produtoId: dessert, tratamento: 'COMBO', situacao: 'DECIDIDO' })
    for (const [ordem, [produtoIdItem, preco_item]] of [[plate, 30] as const, [beer, 10] as const].entries())
      await fixture.insert('produtos_comboItens', { produtosId: dessert, produtoIdItem, preco_item, ordem })
    const { produtos } = await ask()
    // Of 4,360.00 three quarters at 6 %: 3,102.47 of goods with 310.25 of ICMS, and 167.53; a quarter at 10 %: 1,000.00, 100.00, and 90.00.
    expect(columns(produtos, 'descricao', 'classe', 'receita', 'tributos_antes', 'tributos_2027')[1]).toEqual([
      ...['Sobremesa', '000001 + 200047', 4360],
      ...[579.23, 667.78],
    ])
    // A shop that is no restaurant sells it by its own profile.
    const shop = await fixture.insert('Loja_regimes', { vigencia_inicio: '2027-01-01', regime_tributario: 3, restaurante: false })
    expect(columns((await ask()).produtos, 'classe', 'tributos_2027')[1]).toEqual(['000001', 760])
    await system.query('DELETE FROM "Loja_regimes" WHERE id = $1', [shop])
    await system.query('DELETE FROM "produtos_comboItens" WHERE "produtosId" = $1', [dessert])
    await system.query('DELETE FROM "Produto_tratamentos" WHERE id = $1', [treated])
  })

  test('one group alone takes its share of the credits, by cost', async () => {
    const { resumo } = await ask({ groups: fixture.groups[0] ?? 0 })
    // 800 of 3,500.
    expect(columns(resumo, 'receita', 'tributos', 'creditos')[1]).toEqual([2200, 200, 91.43])
  })

  test('real profit has credit of PIS and COFINS before the reform, at the rates of its own sales', async () => {
    const { resumo } = await ask({ apuracao: 'REAL' })
    // ICMS 218.00, and 3.65 % of 1,962.00 and of 1,000.00.
    expect(columns(resumo, 'creditos')[0]).toEqual([326.11])
  })

  test('what a note bears less, it brings less', async () => {
    const id = await buy('Cesta', 3, 1000, 0)
    const { system } = fixture.server.context.database
    const tot = '<IBSCBSTot><vBCIBSCBS>1000.00</vBCIBSCBS><gCBS><vCBS>3.60</vCBS></gCBS></IBSCBSTot></total>'
    await system.query(`UPDATE nfes SET "dhEmi" = '2026-03-10T12:00:00Z' WHERE id = $1`, [id])
    await system.query(`UPDATE "NFe_transmissaos" SET documento = replace(documento, '</total>', $2) WHERE "nfeId" = $1`, [
      id,
      tot,
    ])
    const spring = { ...year, startDate: '2026-03-01', endDate: '2026-03-31', ano: 2033 }
    const { notas } = await fixture.ask<{ notas: object[] }>('relatorio/simulador_reforma_compras', spring)
    // 3.60 of the 9.00 that 0.9 % would be: 40 % of 30 is 12 %, and 1,000 holds 892.86 of goods.
    expect(notas).toMatchObject([
      { nome: 'Cesta', regime: 'NORMAL', valor: 1000, icms: 0, cbs: 35.71, ibs: 71.43, credito: 107.14 },
    ])
    // Its rate is that of the day in the store's zone: the last of 2025 bears none, whatever London's day is.
    await system.query(`UPDATE nfes SET "dhEmi" = '2026-01-01T01:30:00Z' WHERE id = $1`, [id])
    const eve = { ...spring, startDate: '2025-12-31', endDate: '2025-12-31' }
    const last = await fixture.ask<{ notas: object[] }>('relatorio/simulador_reforma_compras', eve)
    expect(last.notas).toMatchObject([{ nome: 'Cesta', cbs: 76.92, ibs: 153.85 }])
    await system.query(`UPDATE nfes SET "dhEmi" = '2026-03-10T12:00:00Z' WHERE id = $1`, [id])
  })

  test('behind a figure: the year by product, the purchases, the product by unit and month', async () => {
    const { itens } = await fixture.ask<{ itens: object[] }>('relatorio/simulador_reforma_ano', { ...year, ano: 2027 })
    expect(itens).toMatchObject([
      { descricao: 'Prato', classe: '200047', reducao: 40, icms: 1000, cbs: 237.6, ibs: 2.4, tributos: 1240, custo: 1500 },
      { descricao: 'Sobremesa', icms: 400, cbs: 356.4, ibs: 3.6 },
      { descricao: 'Cerveja', icms: 0, cbs: 198, ibs: 2 },
    ])
    const { notas } = await fixture.ask<{ notas: object[] }>('relatorio/simulador_reforma_compras', { ...year, ano: 2027 })
    expect(notas).toMatchObject([
      { nome: 'Atacado', regime: 'NORMAL', icms: 200, cbs: 178.2, ibs: 1.8, credito: 380 },
      { nome: 'Mercadinho', regime: 'SIMPLES', icms: 0, cbs: 19.8, ibs: 0.2, credito: 20 },
    ])
    const product = { ...year, produtoId: ours[0]?.id ?? 0 }
    const { conta, meses, ...one } = await fixture.ask<{ conta: object[]; meses: object[] }>(
      'relatorio/simulador_reforma_produto',
      product,
    )
    expect(one).toMatchObject({ descricao: 'Prato', classe: '200047', reducao_cbs: 40, qtd: 100, receita: 5240, custo: 1500 })
    expect(conta).toMatchObject([
      { cenario: 'Até 2026', sem_novos: 52.4, icms: 10.48, preco_mantem: 52.4 },
      { cenario: '2027', sem_novos: 50, icms: 10, cbs: 2.376, ibs: 0.024, custo: 15, preco_mantem: 51.79 },
      { cenario: '2029', preco_mantem: 50.99 },
      { cenario: '2033', icms: 0, preco_mantem: 45.96 },
    ])
    expect(meses).toEqual([{ mes: '01/2025', inicio: '2025-01-01', fim: '2025-01-31', qtd: 100, receita: 5240, custo: 1500 }])
  })
})

describe('the Simples', () => {
  beforeAll(() => become(1))

  test('inside the DAS the rate stays, and what the industry paid before is paid with it', async () => {
    const { resumo, produtos } = await ask()
    // 4 % of 11,800.00; the beers without ICMS (34 %) and without contributions (15.5 %) before, and with CBS and IBS from 2027 on.
    expect(columns(resumo, 'cenario', 'tributos', 'creditos')).toEqual([
      ['Até 2026', 428.44, 0],
      ['2027', 442.08, 0],
      ['2029', 445.07, 0],
      ['2033', 472, 0],
    ])
    expect(columns(produtos, ...prices)).toEqual([
      ['Prato', 52.4, 52.4, 52.4, 52.4],
      ['Sobremesa', 43.6, 43.6, 43.6, 43.6],
      ['Cerveja', 11, 11.07, 11.09, 11.23],
    ])
  })

  test('inside and outside, side by side', async () => {
    const { opcoes } = await ask()
    expect(columns(opcoes, 'ano', 'dentro', 'das_fora', 'debitos_fora', 'creditos_fora', 'fora', 'diferenca', 'melhor')).toEqual([
      [2027, 442.08, 341.46, 892.97, 200, 1034.43, 592.35, 'DENTRO'],
      [2029, 445.07, 324.53, 1054.8, 234.62, 1144.71, 699.64, 'DENTRO'],
      [2033, 472, 191.63, 2313.17, 523.08, 1981.73, 1509.73, 'DENTRO'],
    ])
    expect(columns(opcoes, 'cliente_dentro', 'cliente_fora')[0]).toEqual([73.16, 892.97])
    const { produtos } = await ask({ opcao: 'FORA' })
    expect(columns(produtos, ...prices)).toEqual([
      ['Prato', 52.4, 54.15, 54.51, 57.61],
      ['Sobremesa', 43.6, 46.79, 47.43, 52.92],
      ['Cerveja', 11, 11.82, 11.98, 13.43],
    ])
  })

  test("each year is of the store's own period: its regime, and its choice of the Simples", async () => {
    const { system } = fixture.server.context.database
    const simples = await fixture.insert('Loja_regimes', {
      vigencia_inicio: '2027-01-01',
      regime_tributario: 1,
      ibscbs: 'REGULAR',
    })
    const normal = await fixture.insert('Loja_regimes', { vigencia_inicio: '2028-01-01', regime_tributario: 3 })
    const { resumo, opcoes, premissas } = await ask()
    // 2027 as by the regular regime in the test above; then ICMS that goods brought is credit too.
    expect(columns(resumo, 'cenario', 'tributos', 'creditos', 'a_pagar')).toEqual([
      ['Até 2026', 428.44, 0, 428.44],
      ['2027', 1234.43, 200, 1034.43],
      ['2029', 1054.8, 411.5, 643.29],
      ['2033', 2313.17, 523.08, 1790.09],
    ])
    expect(columns(opcoes, 'ano', 'melhor')).toEqual([[2027, 'DENTRO']])
    const told = (name: string) => premissas.filter(({ premissa }) => premissa === name).map(({ valor, fonte }) => [valor, fonte])
    expect(told('Regime da loja')).toEqual([
      ['até 2026 Simples Nacional; em 2027 Simples Nacional; em 2029 Regime normal; em 2033 Regime normal', 'Regime por período'],
    ])
    expect(told('IBS e CBS no Simples')).toEqual([['em 2027 por fora', 'Regime por período']])
    const { notas } = await fixture.ask<{ notas: { credito: number }[] }>('relatorio/simulador_reforma_compras', {
      ...year,
      ano: 2027,
    })
    expect(notas.map(({ credito }) => credito)).toEqual([180, 20])
    // A word of the reader goes first.
    expect(columns((await ask({ opcao: 'DENTRO' })).resumo, 'tributos')[1]).toEqual([442.08])
    await system.query('DELETE FROM "Loja_regimes" WHERE id = ANY($1)', [[simples, normal]])
    expect(columns((await ask()).resumo, 'tributos')[1]).toEqual([442.08])
  })

  test('the bracket is that of the revenue of twelve months, also when it is told', async () => {
    const das = async (more: object) =>
      (await ask({ ...more })).premissas.find(({ premissa }) => premissa === 'DAS até 2026')?.valor
    expect(await das({})).toContain('4,00%')
    // (1,000,000 x 10.7 % - 22,500) / 1,000,000.
    expect(await das({ receita12: 1_000_000 })).toContain('8,45%')
    expect(await das({ receita12: 6_000_000 })).toContain('12,70%; dela, ICMS 0,00%, PIS e COFINS 34,40%')
    expect(await das({ receita12: 6_000_000 })).toContain('acima da última faixa')
  })
})

test('the MEI pays by month, whatever it sells', async () => {
  await become(4)
  const { resumo, produtos, opcoes } = await ask()
  expect(columns(resumo, 'cenario', 'icms', 'cbs', 'ibs', 'tributos', 'creditos')).toEqual([
    ['Até 2026', 12, 0, 0, 12, 0],
    ['2027', 12, 11.93, 0.07, 24, 0],
    ['2029', 10.8, 12, 2.4, 25.2, 0],
    ['2033', 0, 12, 24, 36, 0],
  ])
  expect(columns(produtos, ...prices)).toEqual([
    ['Prato', 52.4, 52.45, 52.46, 52.51],
    ['Sobremesa', 43.6, 43.64, 43.65, 43.69],
    ['Cerveja', 11, 11.01, 11.01, 11.02],
  ])
  expect(opcoes).toEqual([])
})

test('rates without a word of the caller: those of the law where it names the year, else the estimates, and the paper says which', async () => {
  await become(3)
  const { premissas } = await fixture.ask<Answer>(path, { startDate: year.startDate, endDate: year.endDate })
  const said = (premissa: string) => premissas.find(each => each.premissa === premissa)
  expect(said('CBS em 2027')).toMatchObject({
    valor: '8,70%',
    fonte: expect.stringContaining('stimada pelo Ministério da Fazenda'),
  })
  expect(said('IBS em 2027')).toMatchObject({ valor: '0,10%', fonte: 'LC 214/2025, art. 344' })
  expect(said('IBS em 2029')?.valor).toBe('1,77%')
  expect(said('IBS em 2033')?.valor).toBe('17,70%')
  expect(said('ICMS em 2029')?.valor).toBe('90,00% do de hoje')
  await fixture.server.context.database.system.query(
    `INSERT INTO aliquotas_ibscbs (tributo, local, aliquota, vigencia_inicio, fonte) VALUES ('CBS', 'BR', 9.25, '2027-01-01', 'Resolução do Senado')`,
  )
  const later = (await fixture.ask<Answer>(path, { startDate: year.startDate, endDate: year.endDate })).premissas
  expect(later.find(({ premissa }) => premissa === 'CBS em 2027')).toEqual({
    premissa: 'CBS em 2027',
    valor: '9,25%',
    fonte: 'Resolução do Senado',
  })
  // It says nothing of years that it does not name.
  expect(later.find(({ premissa }) => premissa === 'CBS em 2029')?.valor).toBe('8,80%')
})

test('a product without a known class is taken in full, and counted', async () => {
  await become(3)
  const { system } = fixture.server.context.database
  await system.query(`UPDATE produtos SET "impostoId" = NULL WHERE id = $1`, [ours[1]?.id])
  const { produtos, premissas } = await ask()
  expect(columns(produtos, 'descricao', 'classe', 'sem_classe', 'tributos_2027')[2]).toEqual(['Cerveja', '000001', true, 200])
  expect(premissas.find(({ premissa }) => premissa === 'Classe de IBS e CBS')?.valor).toBe(
    '2 produtos pela classe do imposto; 1 sem classe conhecida, tributados por inteiro',
  )
})

test('nothing sold, nothing told', async () => {
  const none = await fixture.ask(path, { startDate: '2019-01-01', endDate: '2019-12-31' })
  expect(none).toMatchObject({ receita: 0, tributos_2033: 0, resumo: [], opcoes: [], grupos: [], produtos: [], premissas: [] })
})

test.each([
  ['cbs', '100.1'],
  ['ibs', '-1'],
  ['receita12', '-0.01'],
  ['compras', '-90.1'],
  ['compras', '101'],
  ['credito_simples', '101'],
  ['apuracao', 'TALVEZ'],
  ['opcao', 'SEMPRE'],
])('%s cannot be %s: the error names it', async (name, value) => {
  const search = new URLSearchParams({
    lojaId: `${fixture.lojaId}`,
    startDate: '2025-01-01',
    endDate: '2025-12-31',
    [name]: value,
  })
  const reply = await fixture.server.call(fixture.owner, 'GET', `/api/${path}?${search}`)
  expect([reply.statusCode, reply.json().error.details.map((each: { path: string }) => each.path)]).toEqual([400, [name]])
})
