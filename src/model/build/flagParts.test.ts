import { expect, it } from 'vitest'
import { shopDefinitions } from '../fixtures/shop.ts'
import { readModel } from '../read.ts'

const flagsFile = 'permissions/flags.schema.json'
const people = 'registers/loja/user_lojas'

/** The shop with a form of its people, and further flags. */
function shopWith(form: object, flags: object = {}, register: object = {}) {
  const files = shopDefinitions.map(({ path, text }) => {
    const value = JSON.parse(path.endsWith('.json') ? text : '{}')
    if (path === flagsFile) return { path, text: JSON.stringify({ ...value, properties: { ...value.properties, ...flags } }) }
    if (path === `${people}.schema.json`) return { path, text: JSON.stringify({ ...value, ...register }) }
    return { path, text }
  })
  return readModel([...files, { path: `${people}.ui.json`, text: JSON.stringify({ form }) }])
}

const parts = [{ id: 'dados', title: 'Usuário', items: ['email', 'type'] }]
const flag = (title: string, group: string) => ({ type: 'boolean', title, group })

it('a form has a part for each group of flags, in the order of their file, and each new flag stands there', () => {
  const { model, problems } = shopWith(
    { parts, flags: { visibleWhen: 'type == 2' } },
    { reservas_ver: flag('Ver reservas', 'Reservas de mesas'), cardapio_criar: flag('Criar', 'Cardápio') },
  )
  expect(problems).toEqual([])
  const shown = model.registers.user_lojas?.views.form.parts.map(({ id, title, visibleWhen, rows }) => ({
    id,
    title,
    visibleWhen,
    fields: rows.flat().flatMap(item => ('field' in item ? [item.field] : [])),
  }))
  expect(shown?.slice(1)).toEqual([
    {
      id: 'cardapio',
      title: 'Cardápio',
      visibleWhen: 'type == 2',
      fields: ['cardapio_ver', 'cardapio_editar', 'cardapio_criar'],
    },
    { id: 'reservas-de-mesas', title: 'Reservas de mesas', visibleWhen: 'type == 2', fields: ['reservas_ver'] },
  ])
})

it('a form that nobody wrote has the flags once', () => {
  const { model } = shopWith({ flags: {} })
  const items = model.registers.user_lojas?.views.form.parts.flatMap(({ rows }) => rows.flat()) ?? []
  expect(items.filter(item => 'field' in item && item.field === 'cardapio_ver')).toHaveLength(1)
})

it('a flag that the form shows nowhere is told at the flag', () => {
  const { problems } = shopWith({ parts: [{ ...parts[0], items: ['email', 'type', 'cardapio_ver'] }] })
  expect(problems).toEqual([expect.objectContaining({ file: flagsFile, code: 'flag-unplaced', line: 1 })])
  expect(problems[0]?.message).toContain('"cardapio_editar"')
})

it('flags of a register that takes none are told', () => {
  const { problems } = shopWith({ parts, flags: {} }, {}, { allOf: [] })
  expect(problems).toEqual([expect.objectContaining({ file: `${people}.ui.json`, code: 'flags-missing' })])
})
