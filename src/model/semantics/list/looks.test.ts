import { expect, it } from 'vitest'
import { readDefinitionFiles } from '../../../server/start/definitionFiles.ts'
import { editedDefinitions } from '../../fixtures/editedDefinitions.ts'
import { readModel } from '../../read.ts'

const files = readDefinitionFiles().filter(({ path }) => /\.(json|sql)$/.test(path))
const orders = 'registers/estoque/pedidos.ui.json'
const bills = 'registers/contas/Conta.ui.json'
const products = 'registers/cardapio/produtos.ui.json'
const coupons = 'registers/digital/AppPromocaos.ui.json'

it('cards are those of the list on phones, without what their column says', () => {
  const { model } = readModel(files)
  expect(model.registers.pedidos?.views.looks?.board).toEqual({
    by: 'status',
    card: ['parceiro.nome_fantasia', 'id', 'tipo', 'total_pedido'],
    sum: 'total_pedido',
    limit: 50,
  })
})

it.each<[what: string, path: string, from: string, to: string, code: string, says: RegExp]>([
  ['columns of a text', orders, '"by": "status"', '"by": "observacao"', 'choice-needed', /no options to make columns of/],
  ['columns of nothing', orders, '"by": "status"', '"by": "statos"', 'field-unknown', /no field of pedidos .*statos/],
  ['a sum of texts', orders, '"sum": "total_pedido"', '"sum": "observacao"', 'total-impossible', /have no sum/],
  ['a sum that is not kept', orders, '"sum": "total_pedido"', '"sum": "total_contas"', 'column-missing', /not kept/],
  ['days of a text', bills, '"at": "vencimento"', '"at": "observacao"', 'date-needed', /which has no day/],
  ['rows of no reference', bills, '"at": "vencimento", ', '"at": "vencimento", "by": "tipo", ', 'reference-needed', /no records/],
  ['an end of another kind', coupons, '"until": "fim"', '"until": "cupom"', 'date-needed', /which has no day/],
  [
    'a range of days and moments',
    bills,
    '"at": "vencimento", ',
    '"at": "vencimento", "until": "createdAt", ',
    'range-mixed',
    /ends by the same/,
  ],
  ['a picture that is none', products, '"photo": "fotoUrl"', '"photo": "cor"', 'picture-needed', /holds no picture/],
  [
    'groups of a price',
    products,
    '"group": "grupoId"',
    '"group": "preco_vnd_prod"',
    'choice-needed',
    /neither options nor records/,
  ],
  ['an order by text', products, '"order": "ordem"', '"order": "desc_prod"', 'number-needed', /whole number/],
  [
    'a tap that many share',
    products,
    '"actions": ["esgotar", "voltar"]',
    '"actions": ["ativar", "voltar"]',
    'action-unknown',
    /no action of rows/,
  ],
  ['rows of a price', bills, '"rows": "classificacaoId"', '"rows": "valor"', 'choice-needed', /neither a choice/],
  ['a sum of a text', bills, '"of": "valor"', '"of": "descricao"', 'total-impossible', /have no sum/],
  ['a sum of nothing', bills, '"measure": "sum", "of": "valor"', '"measure": "sum"', 'total-impossible', /name a field/],
  ['a field twice', orders, '"id", "tipo", "total_pedido"],', '"id", "tipo", "tipo"],', 'name-twice', /twice/],
])('told at its line: %s', (_what, path, from, to, code, says) => {
  const { problems, line } = editedDefinitions(files, path, from, to)
  expect(problems).toEqual([expect.objectContaining({ file: path, line, code })])
  expect(JSON.stringify(problems[0])).toMatch(says)
})
