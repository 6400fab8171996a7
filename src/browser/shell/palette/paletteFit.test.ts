import { expect, it } from 'vitest'
import { readModel } from '../../../model/read.ts'
import { readDefinitionFiles } from '../../../server/start/definitionFiles.ts'
import { bestRows, type PaletteRow, paletteFit } from './paletteFit.ts'

const row = (id: string, title: string, synonyms: readonly string[] = [], beside = 'Contas'): PaletteRow => ({
  option: { id, title },
  names: { titles: [title], synonyms, beside },
})
const rows = [
  row('/relatorio/DRE', 'DRE', ['lucro', 'demonstrativo']),
  row('/relatorio/resultado', 'Resultado', ['lucro', 'receitas e despesas']),
  row('/caixas?status=2', 'Caixas: Conferidos', [], 'Caixas'),
  row('/caixas', 'Caixas', ['fechamento de caixa'], 'Caixas'),
  row('/NFCes', 'NFC-e', [], 'Caixas'),
  row('/NFCes', 'NFC-e', [], 'Menu do usuário'),
  row('/produtos', 'Produtos', ['itens'], 'Cardápio'),
  row('new:/produtos/create', 'Novo produto', [], ''),
]
const found = (text: string) => bestRows(rows, text).map(({ id }) => id)

it('shows each address once, and nothing that a word does not begin', () => {
  expect(found('nfce')).toEqual(['/NFCes'])
  expect(found('xyz')).toEqual([])
  expect(found('nfce xyz')).toEqual([])
})

it('puts the very name first, then what begins so, then words beside it', () => {
  expect(found('caixas')).toEqual(['/caixas', '/caixas?status=2', '/NFCes'])
  expect(found('novo produto')).toEqual(['new:/produtos/create'])
  expect(found('prod')).toEqual(['/produtos', 'new:/produtos/create'])
})

it('finds by what people say, and takes one letter as a beginning', () => {
  expect(found('lucro')).toEqual(['/relatorio/DRE', '/relatorio/resultado'])
  expect(found('despesas')).toEqual(['/relatorio/resultado'])
  expect(found('d')).toEqual(['/relatorio/DRE'])
  expect(found('r')[0]).toBe('/relatorio/resultado')
})

it('prefers a synonym to a name that only has the word in it', () =>
  expect(paletteFit('lucro', { titles: ['Resultado'], synonyms: ['lucro'] })).toBeGreaterThan(
    paletteFit('lucro', { titles: ['Análise de lucro'] }) ?? 0,
  ))

const { menu } = readModel(readDefinitionFiles()).model

it.each([
  ['cancelar venda', 'Movimentos'],
  ['segunda via', 'Movimentos'],
  ['fechar caixa', 'Caixas'],
  ['esgotado', 'Produtos'],
  ['mesa', 'Vendas Abertas'],
])('what people at the counter say leads to its page: %s', (said, page) => {
  const found = menu
    .flatMap(({ items }) => items)
    .filter(({ title, alone = title, synonyms = [] }) => (paletteFit(said, { titles: [alone], synonyms }) ?? 0) >= 2)
  expect(found.map(({ title, alone = title }) => alone)).toContain(page)
})
