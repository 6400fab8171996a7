import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { layeredFiles } from '../../../tests/fixtures/layeredFolder.ts'
import { membersOf, recordsIn } from '../../base/record.ts'
import { type LayerFiles, layerFolder, withLayer } from '../fixtures/layered.ts'
import { readModel } from '../read.ts'

const product = layeredFiles()

const toldOf = (files: LayerFiles): string[] =>
  readModel(withLayer(product, files)).problems.map(({ file, line, code, message }) => `${file}:${line} ${code}: ${message}`)

const partners = 'registers/cadastros/parceiros.schema.json'

test('a field that a layer demands and sign-up does not give is told at its line', () => {
  expect(toldOf({ [partners]: { required: ['razao_social'] } })).toEqual([
    `${layerFolder}/${partners}:3 layer-breaks-maker: "razao_social" is not given by sign-up: records would be refused there. "requiredWhen" can ask for it of some.`,
  ])
  expect(toldOf({ [partners]: { required: ['email1'] } })).toEqual([])
})

test('so is one that an import has no column for, until the layer gives it one, and one that a new store’s records lack', () => {
  const own = { type: 'string', title: 'Zona' }
  const areas = 'registers/digital/Loja_Entregas.schema.json'
  const form = { 'registers/digital/Loja_Entregas.ui.json': { form: { items: ['x_acme_zona'] } } }
  const zone = { properties: { x_acme_zona: own }, required: ['x_acme_zona'] }
  expect(toldOf({ ...form, [areas]: zone })).toEqual([
    expect.stringContaining('is not given by the import "areas-entrega-importar": records'),
  ])
  expect(toldOf({ ...form, [areas]: zone, 'imports/areas-entrega-importar.json': { columns: ['x_acme_zona'] } })).toEqual([])
  const units = 'registers/cadastros/unidades.schema.json'
  expect(toldOf({ [units]: { properties: { x_acme_sigla: own }, required: ['x_acme_sigla'] } })).toEqual([
    expect.stringContaining('the records with which a store begins'),
  ])
  const filled = { ...own, default: 'x' }
  expect(toldOf({ [units]: { properties: { x_acme_sigla: filled }, required: ['x_acme_sigla'] } })).toEqual([])
})

/** Registers of which areas only change records that are there, or add some that no rule is asked of. */
const changed = new Set([
  'users',
  'segmentos',
  'nfes',
  'Conta_extratos',
  'Loja_certificados',
  'caixas',
  'pedidos',
  'ficha_tecnicas',
  'Produto_tratamentos',
])

test('each register of which an area makes records says so', () => {
  const declared = new Set(
    product.flatMap(({ path, text }) => {
      const name = /^registers\/[^/]+\/([^/]+)\.schema\.json$/.exec(path)?.[1]
      const { register } = membersOf(name === undefined ? undefined : JSON.parse(text))
      return name !== undefined && recordsIn(membersOf(register).made).length > 0 ? [name] : []
    }),
  )
  const saved = globSync('src/{domain,plugins}/**/*.ts').flatMap(file => {
    const text = readFileSync(file, 'utf8')
    if (file.endsWith('.test.ts') || !/\b(?:(?:save|write)(?:One)?Records?|writeOneOrMore)\(/.test(text)) return []
    return [...text.matchAll(/\btableOf\([\w.]+, '(\w+)'\)/g)].map(match => `${match[1]} ${file}`)
  })
  expect(saved.length).toBeGreaterThan(10)
  expect(saved.filter(each => !declared.has(each.split(' ')[0] ?? '') && !changed.has(each.split(' ')[0] ?? ''))).toEqual([])
})
