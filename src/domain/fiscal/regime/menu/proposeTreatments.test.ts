import { describe, expect, it } from 'vitest'
import type { MenuProduct, Sign } from './menuProduct.ts'
import { proposeTreatments } from './proposeTreatments.ts'

const signs: readonly Sign[] = [
  { sinal: 'ALCOOLICO', valor: '', tratamento: 'ALCOOLICO', forca: 3 },
  { sinal: 'NCM', valor: '2203', tratamento: 'ALCOOLICO', forca: 3 },
  { sinal: 'NCM', valor: '2202', tratamento: 'REVENDA', forca: 2 },
  { sinal: 'GTIN', valor: '', tratamento: 'REVENDA', forca: 3 },
  { sinal: 'RECEITA', valor: '', tratamento: 'PREPARADO', forca: 3 },
  { sinal: 'INGREDIENTE_UNICO', valor: '', tratamento: 'PREPARADO', forca: 1 },
  { sinal: 'GRUPO', valor: 'porcao', tratamento: 'PREPARADO', forca: 2 },
  { sinal: 'GRUPO', valor: 'bebida', tratamento: 'REVENDA', forca: 1 },
  { sinal: 'GRUPO', valor: 'drink', tratamento: 'ALCOOLICO', forca: 2 },
]

const product = (id: number, changes: Partial<MenuProduct> = {}): MenuProduct => ({
  id,
  nome: `Produto ${id}`,
  grupoId: 1,
  grupo: 'Geral',
  alcoolico: false,
  proposto: false,
  ncm: '21069090',
  ncmNome: 'Outras preparações',
  codigos: [`${id}`],
  vendido: true,
  ingredientes: 0,
  partes: null,
  tratamento: null,
  ...changes,
})

const proposed = (...products: MenuProduct[]) => {
  const found = proposeTreatments(products, signs, { restaurante: true })
  return products.map(({ id }) => [found.get(id)?.proposta, found.get(id)?.certeza])
}
const whys = (one: MenuProduct) =>
  proposeTreatments([one], signs, { restaurante: true })
    .get(one.id)
    ?.motivos.map(({ code }) => code.replace('menu-law.why-', ''))

describe('what a product of a menu is', () => {
  it('has a recipe, a bar code, or a group that says so', () => {
    expect(proposed(product(1, { ingredientes: 4 }))).toEqual([['PREPARADO', 'CERTA']])
    expect(proposed(product(1, { codigos: ['7894900011517'], ncm: '22021000' }))).toEqual([['REVENDA', 'CERTA']])
    expect(proposed(product(1, { ncm: '22021000' }))).toEqual([['REVENDA', 'PROVAVEL']])
    expect(proposed(product(1, { grupo: 'Porções' }))).toEqual([['PREPARADO', 'PROVAVEL']])
  })

  it('is doubtful with a hint alone, or without a sign', () => {
    expect(proposed(product(1, { grupo: 'Bebidas' }))).toEqual([['REVENDA', 'DUVIDA']])
    expect(whys(product(1, { grupo: 'Bebidas' }))).toEqual(['grupo', 'only-hint'])
    expect(proposed(product(1))).toEqual([['NENHUMA', 'DUVIDA']])
    expect(whys(product(1))).toEqual(['none'])
  })

  it('says what speaks against it: equal signs are taken as the full rate', () => {
    const juice = product(1, { ingredientes: 2, ncm: '22029900' })
    expect(proposed(juice)).toEqual([['PREPARADO', 'DUVIDA']])
    expect(whys(juice)).toEqual(['receita', 'against'])
    const canned = product(1, { ingredientes: 2, codigos: ['7894900011517'] })
    expect(proposed(canned)).toEqual([['REVENDA', 'DUVIDA']])
  })

  it('is a drink with alcohol even when the house mixes it', () => {
    const drink = product(1, { alcoolico: true, grupo: 'Drinks', ingredientes: 3 })
    expect(proposed(drink)).toEqual([['ALCOOLICO', 'CERTA']])
    expect(whys(drink)).toContain('drink-made')
    expect(proposed(product(1, { ncm: '22030000' }))).toEqual([['ALCOOLICO', 'PROVAVEL']])
    expect(whys(product(1, { ncm: '22030000' }))).toContain('unmarked')
    expect(whys(product(1, { alcoolico: true }))).toContain('unlike')
  })

  it('is a combo by its parts, as they were decided before as they are proposed', () => {
    const dish = product(1, { ingredientes: 3 })
    const can = product(2, { ncm: '22021000' })
    expect(proposed(dish, can, product(3, { partes: [1, 2] }))[2]).toEqual(['COMBO', 'CERTA'])
    expect(proposed(dish, { ...can, tratamento: 'PREPARADO' }, product(3, { partes: [1, 2] }))[2]).toEqual(['PREPARADO', 'CERTA'])
    expect(proposed(dish, product(4), product(3, { partes: [1, 4] }))[2]).toEqual(['COMBO', 'DUVIDA'])
    expect(proposed(product(3, { partes: [] }))).toEqual([['NENHUMA', 'DUVIDA']])
  })

  it('has the class of its tax profile where the shop is no restaurant', () => {
    expect(proposeTreatments([product(1, { ingredientes: 4 })], signs, { restaurante: false }).get(1)?.proposta).toBe('IMPOSTO')
  })
})
