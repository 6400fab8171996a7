import { expect, it } from 'vitest'
import { readDefinitionFiles } from '../../../server/start/definitionFiles.ts'
import { checkDefinitions } from '../../read.ts'
import type { DefinitionFile } from '../../source/source.ts'

const definitions = readDefinitionFiles()
const path = 'documents/exemplo.json'
const itens = { id: 'itens', table: 'itens', columns: ['codigo', 'valor_item'] }
const right = {
  title: 'Exemplo',
  register: 'pedidos',
  when: "status != 'DIGITACAO'",
  papers: ['80mm'],
  parts: [
    { id: 'titulo', text: "'Pedido ' + string(id) + ' de ' + parceiro.nome_fantasia", size: 'large' },
    { id: 'dados', fields: ['parceiroId', 'parceiro.cnpj'] },
    { ...itens, where: 'quantidade > 0.0', sums: ['valor_item'], empty: 'document.no-rows' },
    { id: 'contar', table: 'itens', columns: ['produto.desc_prod', { blank: 'Contado' }, { text: 'string(quantidade)' }] },
    { id: 'total', totals: ['total_pedido'] },
    { id: 'qr', qr: 'uuid', when: '!empty(uuid)' },
  ],
}
const withPart = (part: object): object => ({ ...right, parts: [part] })

/** The problems of a paper beside the product's definitions: their codes, the text at which they stand, and the nearest word. */
function told(document: object): string[] {
  const file: DefinitionFile = { path, text: JSON.stringify(document, undefined, 1) }
  return checkDefinitions([...definitions, file]).map(({ code, line, column, message, file: where }) => {
    expect(where).toBe(path)
    const text = file.text.split('\n')[line - 1] ?? ''
    const [, near] = /Did you mean "([^"]+)"/.exec(message) ?? []
    return `${code} ${text.slice(column - 1).replace(/,$/, '')}${near === undefined ? '' : ` -> ${near}`}`
  })
}

it('a paper of a record with its lists and what they refer to is sound', () => {
  expect(told(right)).toEqual([])
})

it.each<[string, object, string | RegExp]>([
  ['a register that is not there', { ...right, register: 'pedido' }, /^register-unknown "pedido"/],
  ['a gate of no flag', { ...right, gate: 'estoque_vre' }, /^flag-unknown estoque_vre"/],
  ['a condition of no field', { ...right, when: 'statu == ""' }, /^expression-invalid statu/],
  ['a field of no record', withPart({ id: 'a', fields: ['parceiroId', 'parceiro.cnpjj'] }), /^field-unknown "parceiro.cnpjj"/],
  ['a list that is not there', withPart({ ...itens, table: 'iten' }), /^list-unknown "iten"/],
  ['a column of no row', withPart({ ...itens, columns: ['codigoo'] }), /^field-unknown "codigoo"/],
  ['a sum of a column that is not shown', withPart({ ...itens, sums: ['valor_total'] }), /^field-unknown "valor_total"/],
  ['a sum of texts', withPart({ ...itens, sums: ['codigo'] }), /^sum-kind "codigo"/],
  ['a condition of rows that is none', withPart({ ...itens, where: 'quantidade' }), /^expression-type "quantidade"/],
  ['no deed', withPart({ id: 'a', title: 'Nada' }), /^part-deed/],
  ['two deeds', withPart({ id: 'a', text: "'x'", qr: 'uuid' }), /^part-deed "qr"/],
  ['a word of another deed', withPart({ id: 'a', qr: 'uuid', size: 'large' }), /^part-deed "size"/],
  ['one name twice', { ...right, parts: [itens, itens] }, /^name-twice "itens"/],
  ['labels without measures', { ...right, papers: ['label'] }, /^label-measures "label"/],
  ['measures without labels', { ...right, label: { width: 70, height: 37 } }, /^label-measures "label"/],
  ['a message that is not there', withPart({ ...itens, empty: 'document.no-row' }), /^message-unknown "document.no-row"/],
  [
    'a query that is not there',
    withPart({ id: 'a', report: 'estoqe', rows: 'array', columns: ['id'] }),
    /^query-unknown "estoqe"/,
  ],
  ['rows of no answer', withPart({ id: 'a', report: 'estoque', rows: 'arry', columns: ['id'] }), /^result-unknown "arry"/],
  ['asked days without a period', withPart({ id: 'a', text: 'asked.from' }), /^expression-invalid asked/],
])('%s is told at its place', (_what, document, problem) => {
  expect(told(document)).toEqual([expect.stringMatching(problem)])
})
