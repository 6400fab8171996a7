import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import { openReformShop, type ReformShop } from './reformShop.ts'
import type { Product } from './salePlans.ts'

let fixture: ReformShop['fixture']
let become: ReformShop['become']
beforeAll(async () => {
  ;({ fixture, become } = await openReformShop())
})
afterAll(() => fixture?.close())

const path = 'relatorio/simulador_reforma'
const random = createSeededRandom(20270101).next
const between = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1))
const codes = ['00', '20', '60'] as const

interface Unit {
  readonly descricao: string
  readonly preco_2027: number
  readonly preco_2029: number
  readonly preco_2033: number
  readonly margem: number
}

test.each([
  [1, 'the regular regime', 3, 'DENTRO'],
  [2, 'the regular regime', 3, 'DENTRO'],
  [3, 'a state’s limit passed', 2, 'DENTRO'],
  [4, 'the Simples, inside', 1, 'DENTRO'],
  [5, 'the Simples, outside', 1, 'FORA'],
  [6, 'the Simples, outside', 1, 'FORA'],
])('sold for it, every unit leaves what it left before, to the cent (shop %i: %s)', async (at, _name, regime, opcao) => {
  await become(regime)
  const rates = { cbs: between(0, 15), ibs: between(0, 25), compras: between(-20, 20), receita12: between(1, 5_000_000), opcao }
  const products: Product[] = []
  for (let i = 0; i < 12; i++) products.push(await randomProduct(`${at}-${i}`, regime === 1 ? ['102', '500', '102'] : codes))
  const day = (n: number): string => `2024-${String(at).padStart(2, '0')}-${String(n).padStart(2, '0')}`
  const period = { startDate: day(1), endDate: day(1) }
  await fixture.sell([{ em: `${day(1)}T15:00:00Z`, linhas: products.map(produto => ({ produto })) }])
  const first = await fixture.ask<{ produtos: Unit[] }>(path, { ...period, ...rates })
  for (const [n, ano] of [
    [2, 2027],
    [3, 2029],
    [4, 2033],
  ] as const) {
    const priceOf = (name: string): number => Number(first.produtos.find(({ descricao }) => descricao === name)?.[`preco_${ano}`])
    const dearer = products.map(produto => ({ produto, unitario: Math.round(priceOf(produto.descricao) * 100) }))
    expect(dearer.every(({ unitario }) => unitario > 0)).toBe(true)
    await fixture.sell([{ em: `${day(n)}T15:00:00Z`, linhas: dearer }])
    const { itens } = await fixture.ask<{ itens: { descricao: string; margem: number }[] }>('relatorio/simulador_reforma_ano', {
      startDate: day(n),
      endDate: day(n),
      ...rates,
      ano,
    })
    for (const { descricao, margem } of itens) {
      const before = first.produtos.find(each => each.descricao === descricao)?.margem ?? Number.NaN
      expect(Math.abs(Math.round(margem * 100) - Math.round(before * 100)), `${descricao} in ${ano}`).toBeLessThanOrEqual(1)
    }
  }
})

async function randomProduct(name: string, from: readonly string[]): Promise<Product> {
  const code = from[between(0, 2)] ?? '00'
  const impostoId = await fixture.insert('impostos', {
    nome: name,
    cfop_estadual: '5102',
    icms_cst: code,
    icms_alq: between(0, 25),
    icms_red_bc: between(0, 60),
    ...(code === '60' || code === '500'
      ? { pis_cst: '04', cofins_cst: '04' }
      : { pis_cst: '01', pis_alq: 0.65, cofins_cst: '01', cofins_alq: 3 }),
    ibscbs_cclasstrib: ['000001', '200047', '200003', '410999'][between(0, 3)],
  })
  const [grupoId, unidadeId] = [fixture.groups[0] ?? 0, fixture.units[0] ?? 0]
  const [preco, descricao] = [between(300, 20_000), `Sorteado ${name}`]
  const custo = between(0, preco * 70)
  const row = {
    desc_prod: descricao,
    grupoId,
    unidadeId,
    impostoId,
    preco_vnd_prod: preco / 100,
    preco_cst_prod: custo / 10_000,
  }
  return {
    id: await fixture.insert('produtos', { cod_prod: 10_000 + between(0, 999_999_999), ...row }),
    descricao,
    grupoId,
    unidadeId,
    preco,
    custo,
  }
}
