import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { layeredFiles, sampleLayer } from '../../../tests/fixtures/layeredFolder.ts'
import type { Model } from '../model.ts'
import { type DefinitionFile, type ReadModel, readModel } from '../read.ts'
import { lockName, lockText } from './drift.ts'

/** The review of an implementer: eight wishes of a customer, six changes that the product makes meanwhile. */
const files = layeredFiles('acme')
const schema = 'registers/cadastros/parceiros.schema.json'
const ui = 'registers/cadastros/parceiros.ui.json'

const partners = ({ registers }: Model) => {
  const { parceiros } = registers
  if (!parceiros) throw new Error('There are no partners')
  return parceiros
}
const titleOf = (model: Model, name: string) => partners(model).fields.find(field => field.name === name)?.title
const columnsOf = (model: Model) =>
  partners(model)
    .views.list.columns.filter(({ hidden }) => !hidden)
    .map(({ field }) => field)

const accepted = (): DefinitionFile[] => {
  const { layers } = readModel(files)
  const [layer] = layers?.layers ?? []
  if (!layer || !layers) throw new Error('There is no layer')
  return [...files, { path: lockName, text: lockText(layer, layers.overrides), layer: layer.folder }]
}

/** The product's next version: each change once, in a file of the product. */
const upgraded = (all: readonly DefinitionFile[], changes: readonly (readonly [string, string, string])[]): DefinitionFile[] =>
  changes.reduce<DefinitionFile[]>(
    (before, [path, from, to]) =>
      before.map(file => {
        if (file.path !== path || file.layer !== undefined) return file
        if (!file.text.includes(from)) throw new Error(`${path} does not hold ${from}`)
        return { ...file, text: file.text.replace(from, to) }
      }),
    [...all],
  )

const changes: readonly (readonly [string, string, string])[] = [
  // A field, in the form and the list as well; another's help; a text; a limit.
  [
    schema,
    '"properties": {',
    '"properties": {\n    "apelido": { "type": "string", "title": "Apelido", "personal": "name", "maxLength": 40 },',
  ],
  [
    ui,
    '{ "field": "telefone1", "width": 150 },',
    '{ "field": "telefone1", "width": 150 },\n      { "field": "apelido", "width": 140 },',
  ],
  [ui, '          "observacao"', '          "apelido",\n          "observacao"'],
  ['messages/registers.json', '"when": "Nenhum dos três papéis marcado"', '"when": "Nenhum papel marcado"'],
  // They collide: the title that the layer says otherwise, and the column that it hides.
  [schema, '"title": "Nome fantasia"', '"title": "Nome"'],
  [ui, '      { "field": "usuario_pdv", "width": 120 },\n', ''],
]

describe('eight wishes of a first customer', () => {
  test('take less than 60 lines in a folder of their own', () => {
    const folder = sampleLayer('acme')
    const lines = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.json'))
      .map(name => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').length)
    expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThan(60)
  })

  test('are in force, and nothing is wrong', () => {
    const { model, problems } = readModel(files)
    expect(problems).toEqual([])
    const { fields, rules, order, views } = partners(model)
    expect(fields.filter(({ name }) => name.startsWith('x_acme_')).map(({ name }) => name)).toEqual([
      'x_acme_vip',
      'x_acme_mesa',
      'x_acme_desde',
    ])
    expect(columnsOf(model)).toEqual(['id', 'cnpj', 'nome_fantasia', 'x_acme_vip', 'telefone1', 'ativo'])
    expect(titleOf(model, 'nome_fantasia')).toBe('Cliente')
    expect(fields.find(({ name }) => name === 'telefone1')?.required).toBe(true)
    expect(order).toEqual(['razao_social ASC'])
    expect(rules.map(({ message }) => message)).toContain('x_acme.vip')
    expect(views.filter.fields.map(({ field }) => field)).toContain('x_acme_vip')
    expect(model.messages['partner.role-required']?.text).toBe('Marque: Cliente, Funcionário ou Fornecedor')
  })

  describe('after the product’s next version', () => {
    let read: ReadModel
    beforeAll(() => {
      read = readModel(upgraded(accepted(), changes))
    })

    test('have all that it brings beside them', () => {
      const { model } = read
      expect(titleOf(model, 'apelido')).toBe('Apelido')
      expect(columnsOf(model)).toContain('apelido')
      expect(JSON.stringify(partners(model).views.form.parts[0])).toContain('"apelido"')
      expect(model.messages['partner.role-required']?.when).toBe('Nenhum papel marcado')
    })

    test('stay in force, and the two that collide are told with their lines', () => {
      expect(read.problems).toEqual([])
      expect(titleOf(read.model, 'nome_fantasia')).toBe('Cliente')
      const lineOf = (path: string, text: string): number =>
        readFileSync(join(sampleLayer('acme'), path), 'utf8')
          .split('\n')
          .findIndex(line => line.includes(text)) + 1
      const told = (read.layers?.notices ?? []).map(({ file, line, code }) => `${file.split('/acme/')[1]}:${line} ${code}`)
      expect(told.sort()).toEqual([
        `${schema}:${lineOf(schema, '"Cliente"')} layer-drift`,
        `${ui}:${lineOf(ui, '"usuario_pdv"')} layer-gone`,
      ])
    })
  })
})
