import { expect, test } from 'vitest'
import { type LayerFiles, layerFolder, toldOf, withLayer } from '../fixtures/layered.ts'
import { shopDefinitions } from '../fixtures/shop.ts'
import type { Register } from '../model.ts'
import { readModel } from '../read.ts'

const schema = 'registers/cardapio/produtos.schema.json'
const ui = 'registers/cardapio/produtos.ui.json'

const read = (files: LayerFiles) => readModel(withLayer(shopDefinitions, files))

const fieldOf = ({ fields }: Register, name: string) => fields.find(field => field.name === name)
const columnsOf = ({ views }: Register): string[] => views.list.columns.filter(({ hidden }) => !hidden).map(({ field }) => field)
const rowsOf = ({ views }: Register): string[] =>
  (views.form.parts[0]?.rows ?? []).map(row =>
    row.map(item => ('field' in item ? item.field : 'list' in item ? item.list : '?')).join(' '),
  )

const own = { x_acme_vip: { type: 'boolean', title: 'VIP' } }

test.each<[string, LayerFiles, (register: Register) => unknown, unknown]>([
  ['a title', { [schema]: { properties: { nome: { title: 'Prato' } } } }, r => fieldOf(r, 'nome')?.title, 'Prato'],
  ['words beside it stay', { [schema]: { properties: { nome: { title: 'Prato' } } } }, r => fieldOf(r, 'nome')?.maxLength, 50],
  ['a field of its own', { [schema]: { properties: own } }, r => fieldOf(r, 'x_acme_vip')?.kind, 'boolean'],
  [
    'a field of its own after another',
    { [schema]: { properties: { x_acme_vip: { ...own.x_acme_vip, $after: 'nome' } } } },
    r => r.fields.map(({ name }) => name).filter(name => /^(nome|x_acme_vip|grupoId)$/.test(name)),
    ['nome', 'x_acme_vip', 'grupoId'],
  ],
  [
    'a required field',
    { [schema]: { required: ['codigo'] } },
    r => [fieldOf(r, 'codigo')?.required, fieldOf(r, 'nome')?.required],
    [true, true],
  ],
  ['a smaller length', { [schema]: { properties: { nome: { maxLength: 30 } } } }, r => fieldOf(r, 'nome')?.maxLength, 30],
  [
    'a further condition of what is required',
    { [schema]: { properties: { motivo: { requiredWhen: 'combo' } } } },
    r => fieldOf(r, 'motivo')?.requiredWhen,
    '(tipo == 2) || (combo)',
  ],
  [
    'a narrower gate',
    { [schema]: { register: { access: { change: 'owner' } } } },
    r => r.access.change,
    '(cardapio_editar) && (owner)',
  ],
  [
    'a rule',
    {
      [schema]: { register: { rules: [{ id: 'x_acme_r', rule: 'venda > 1.0', message: 'x_acme.r', fields: ['venda'] }] } },
      'messages/acme.json': { messages: { 'x_acme.r': { text: 'Caro!', kind: 'validation' } } },
    },
    r => r.rules.map(({ message }) => message),
    ['venda-menor', 'x_acme.r'],
  ],
  [
    'a title of an option',
    { [schema]: { properties: { tipo: { oneOf: [{ const: 2, title: 'Matéria' }] } } } },
    r => fieldOf(r, 'tipo')?.choices?.map(({ title }) => title),
    ['Venda', 'Matéria'],
  ],
  [
    'a hidden field',
    { [schema]: { properties: { venda: { hidden: true } } } },
    r => [columnsOf(r).includes('venda'), rowsOf(r).join(' ').includes('venda'), fieldOf(r, 'venda')?.stored],
    [false, false, true],
  ],
  [
    'a hidden column',
    { [ui]: { list: { columns: [{ field: 'codigo', $hidden: true }] } } },
    columnsOf,
    ['nome', 'grupo.nome', 'venda', 'combo', '!ver'],
  ],
  [
    'a column after another',
    { [ui]: { list: { columns: [{ field: 'custo', $after: 'nome' }] } } },
    columnsOf,
    ['codigo', 'nome', 'custo', 'grupo.nome', 'venda', 'combo', '!ver'],
  ],
  [
    'a column that moves',
    { [ui]: { list: { columns: [{ field: 'combo', $before: 'nome' }] } } },
    columnsOf,
    ['codigo', 'combo', 'nome', 'grupo.nome', 'venda', '!ver'],
  ],
  [
    'a width',
    { [ui]: { list: { columns: [{ field: 'nome', width: 300 }] } } },
    r => r.views.list.columns.find(({ field }) => field === 'nome')?.width,
    300,
  ],
  ['an order', { [ui]: { list: { order: ['venda DESC'] } } }, r => r.views.list.order, ['venda DESC']],
  ['a colour of rows', { [ui]: { list: { rowTone: [{ when: 'combo', tone: 'info' }] } } }, r => r.views.list.rowTone.length, 1],
  ['a filter', { [ui]: { filter: { fields: ['combo'] } } }, r => r.views.filter.fields.map(({ field }) => field), ['combo']],
  [
    'fields of a form, in the line of another, in one of its own, and moved',
    {
      [schema]: { properties: own },
      [ui]: {
        form: {
          parts: [
            {
              id: 'geral',
              items: [
                { field: 'x_acme_vip', $after: 'codigo', $row: 'same' },
                { field: 'margem', $after: 'codigo' },
                { field: 'custo', $before: 'grupoId' },
              ],
            },
          ],
        },
      },
    },
    rowsOf,
    ['codigo x_acme_vip nome', 'margem custo grupoId', 'venda', 'disponibilidades'],
  ],
  [
    'a line of a form',
    { [ui]: { form: { parts: [{ id: 'geral', items: [[{ field: 'combo', $after: 'venda' }, 'foto']] }] } } },
    r => rowsOf(r).includes('combo foto'),
    true,
  ],
  [
    'a part of a form',
    { [ui]: { form: { parts: [{ id: 'x_acme_mais', title: 'Mais', items: ['foto'], $before: 'geral' }] } } },
    r => r.views.form.parts.map(({ id }) => id),
    ['x_acme_mais', 'geral'],
  ],
  [
    'a hidden action',
    { [ui]: { list: { columns: [{ field: '!ver', $hidden: true }] }, actions: [{ id: 'ver', $hidden: true }] } },
    r => r.views.actions.some(({ id }) => id === 'ver'),
    false,
  ],
  [
    'a narrower action',
    { [ui]: { actions: [{ id: 'ver', gate: 'owner', title: 'Olhar' }] } },
    r => r.views.actions.filter(({ id }) => id === 'ver').map(({ title, gate }) => [title, gate]),
    [['Olhar', '(cardapio_ver && store.entrega) && (owner)']],
  ],
  [
    'a field of a child list',
    {
      [schema]: {
        properties: {
          disponibilidades: { items: { properties: { x_acme_fim: { type: 'string', format: 'time', title: 'Fim' } } } },
        },
      },
    },
    r => r.lists[0]?.name,
    'disponibilidades',
  ],
])('a layer says %s', (_what, files, look, expected) => {
  const { model, problems } = read(files)
  expect(problems).toEqual([])
  const register = model.registers.produtos
  expect(register && look(register)).toEqual(expected)
})

test.each<[string, LayerFiles, string[]]>([
  ['a type', { [schema]: { properties: { nome: { type: 'integer' } } } }, [`${schema}:4 layer-refused`]],
  ['what computes', { [schema]: { properties: { margem: { compute: '1' } } } }, [`${schema}:4 layer-refused`]],
  ['a greater length', { [schema]: { properties: { nome: { maxLength: 80 } } } }, [`${schema}:4 layer-refused`]],
  ['a smaller minimum', { [schema]: { properties: { venda: { minimum: -1 } } } }, [`${schema}:4 layer-refused`]],
  ['a gate for what nobody may', { [schema]: { register: { access: { remove: 'owner' } } } }, [`${schema}:4 layer-refused`]],
  ['another lock', { [schema]: { register: { locked: { when: 'combo' } } } }, [`${schema}:4 layer-refused`]],
  [
    'an option more',
    { [schema]: { properties: { tipo: { oneOf: [{ const: 3, title: 'X' }] } } } },
    [`${schema}:5 layer-refused`],
  ],
  ['a name without its prefix', { [schema]: { properties: { vip: { type: 'boolean' } } } }, [`${schema}:3 layer-unknown`]],
  ['an action without its prefix', { [ui]: { actions: [{ id: 'veer', title: 'Ver' }] } }, [`${ui}:4 layer-unknown`]],
  ['what is not there, hidden', { [ui]: { list: { columns: [{ field: 'foto', $hidden: true }] } } }, [`${ui}:5 layer-unknown`]],
  [
    'a place beside what is not there',
    { [ui]: { list: { columns: [{ field: 'custo', $after: 'nomee' }] } } },
    [`${ui}:6 layer-anchor`],
  ],
  ['a place where nothing has one', { [ui]: { list: { $after: 'x' } } }, [`${ui}:3 layer-place`]],
  ['an item without a name', { [ui]: { list: { columns: [{ width: 3 }] } } }, [`${ui}:4 layer-unnamed`]],
  ['a wrong word', { [schema]: { properties: { nome: { titel: 'x' } } } }, [`${schema}:4 layer-refused`]],
  [
    'a wrong word of its own field',
    { [schema]: { properties: { x_acme_vip: { type: 'boolean', titel: 'x' } } } },
    [`${schema}:5 keyword-unknown`],
  ],
  [
    'an expression that does not hold',
    { [schema]: { properties: { motivo: { requiredWhen: 'tipoo == 2' } } } },
    [`${schema}:4 expression-invalid`],
  ],
  [
    'a placeholder that nobody fills',
    { 'messages/all.json': { messages: { 'venda-menor': { text: 'Menor que {preco}' } } } },
    ['messages/all.json:4 layer-refused'],
  ],
  [
    'a message at another place',
    { 'messages/acme.json': { messages: { 'venda-menor': { text: 'x' } } } },
    ['messages/acme.json:3 layer-unknown'],
  ],
  [
    'a file without its prefix',
    {
      'registers/cardapio/mesas.schema.json': {
        title: 'Mesas',
        type: 'object',
        register: { scope: 'store', label: 'nome', access: { all: 'cardapio_ver' } },
        properties: { nome: { type: 'string', title: 'Nome' } },
      },
    },
    ['registers/cardapio/mesas.schema.json:1 layer-name'],
  ],
  ['what is no JSON', { [schema]: '{ "properties": }' }, [`${schema}:1 json-invalid`]],
  ['the same as the product', { [schema]: { properties: { nome: { title: 'Nome' } } } }, [`${schema}:4 layer-needless`]],
  [
    'that it was made for another version',
    { 'layer.json': { name: 'acme', prefix: 'acme', product: '^9.0' } },
    ['layer.json:4 layer-product'],
  ],
  ['nothing of its prefix', { 'layer.json': { name: 'acme', product: '^0.1' } }, ['layer.json:1 layer-manifest']],
])('a layer that says %s is told at its line, once', (_what, files, expected) => {
  expect(toldOf(read(files))).toEqual(expected.map(each => `${layerFolder}/${each}`))
})

test('a register of its own is a register, and two layers on one place are both named', () => {
  const mesas = {
    title: 'Mesas',
    type: 'object',
    register: { scope: 'store', label: 'nome', menu: 'cardapio', access: { all: 'cardapio_ver' } },
    properties: { nome: { type: 'string', title: 'Nome' } },
    required: ['nome'],
  }
  const first = withLayer(shopDefinitions, {
    'registers/cardapio/x_acme_mesas.schema.json': mesas,
    [schema]: { properties: { nome: { title: 'Prato' } } },
  })
  const both = readModel(withLayer(first, { [schema]: { properties: { nome: { title: 'Item' } } } }, '../loja'))
  expect(toldOf(both)).toEqual([`../loja/${schema}:4 layer-twice`])
  expect(both.model.registers.x_acme_mesas?.title).toBe('Mesas')
  expect(both.model.registers.produtos && fieldOf(both.model.registers.produtos, 'nome')?.title).toBe('Item')
})

test('a page that a layer hides stands in no menu, and stays', () => {
  const { model, problems } = read({ 'menu.json': { hidden: ['grupos', 'produtos'] } })
  expect(problems).toEqual([])
  expect(model.menu.flatMap(({ items }) => items.map(({ path }) => path))).toEqual([
    '/alterarSenha',
    '/produtos?venda=0..5',
    ...(model.menu[0]?.items ?? []).map(({ path }) => path),
  ])
  expect(model.registers.grupos?.views.path).toBe('/grupos')
})

test('what no longer holds of the product’s words is told at the layer’s, where the product is known to be right', () => {
  const files = withLayer(shopDefinitions, {
    [schema]: { properties: { tipo: { oneOf: [{ const: 1, $hidden: true }] }, venda: { minimum: 5 } } },
  })
  const sound = files.map(file => (file.layer === undefined ? { ...file, sound: true as const } : file))
  expect(toldOf(readModel(sound)).filter(each => !each.startsWith(layerFolder))).toEqual([])
  expect(toldOf(readModel(sound))).toContain(`${layerFolder}/${schema}:12 default-invalid`)
})

test('a folder without layer.json is no layer, and what it holds is told and not taken', () => {
  const files = shopDefinitions.concat({ path: schema, text: '{}', layer: layerFolder })
  expect(toldOf(readModel(files))).toEqual([`${layerFolder}/layer.json:1 layer-manifest`])
})
