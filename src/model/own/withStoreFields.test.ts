import { describe, expect, it } from 'vitest'
import { tableOf } from '../../server/query/table.ts'
import { readDefinitions } from '../../server/start/definitions.ts'
import { scopeOfRegister } from '../expression.ts'
import { bookingDefinitions } from '../fixtures/bookings.ts'
import { readModel } from '../read.ts'
import { fieldOf } from '../register.ts'
import { resultPartAt } from '../report/resultShape.ts'
import { readInitial } from './initialValue.ts'
import { productModelOf } from './productModel.ts'
import { settableFields, takesInitial } from './settable.ts'
import { settingState } from './settingState.ts'
import type { StoreField } from './storeField.ts'
import { withStoreFields } from './withStoreFields.ts'

const { model } = readModel(bookingDefinitions)
const register = model.registers.reservas
if (!register) throw new Error('no reservas')
const [first, second] = settableFields(register).filter(
  field => field.kind === 'text' && !field.refine && takesInitial(register, field),
)
if (!first) throw new Error('no text')
const set = (more: Partial<StoreField>): StoreField => ({ registro: 'reservas', campo: first.name, ...more })
const own = (...fields: StoreField[]) => withStoreFields(model, fields)
const fieldIn = (of: typeof model) => of.registers.reservas && fieldOf(of.registers.reservas, first.name)

describe('the definitions as a store sees them', () => {
  it('are the very same where it set nothing, and share every register of which it set nothing', () => {
    expect(own()).toBe(model)
    const named = own(set({ titulo: 'Comanda' }))
    expect(productModelOf(named)).toBe(model)
    expect(named.hash).toBe(model.hash)
    for (const [name, one] of Object.entries(model.registers)) expect(named.registers[name] === one).toBe(name !== 'reservas')
  })

  it('share types of expressions and tables, of which there is one set for all stores', () => {
    const named = own(set({ titulo: 'Comanda' }))
    for (const name of Object.keys(model.registers)) {
      expect(scopeOfRegister(named, name)).toBe(scopeOfRegister(model, name))
      expect(tableOf(named, name) === tableOf(model, name)).toBe(name !== 'reservas')
    }
  })

  it('have its names in fields and columns, and the others as they were', () => {
    const named = own(set({ titulo: 'Comanda' }))
    expect(fieldIn(named)?.title).toBe('Comanda')
    const columns = named.registers.reservas?.views.list.columns.filter(({ field }) => field === first.name) ?? []
    for (const { title } of columns) expect(title).toBe('Comanda')
    expect(named.registers.reservas?.fields.find(({ name }) => name === second?.name)).toEqual(second)
    expect(fieldIn(model)?.title).toBe(first.title)
  })

  it('begin new records with its values, before what an expression would give', () => {
    const named = own(set({ inicial: '"Mesa 1"' }))
    expect(fieldIn(named)).toMatchObject({ default: 'Mesa 1', title: first.title })
    expect(fieldIn(named)?.defaultWhen).toBeUndefined()
  })

  it('pass over what they do not know and say at the field what is no value any more', () => {
    const named = own(
      set({ campo: 'nada', titulo: 'x' }),
      set({ registro: 'nada', titulo: 'x' }),
      set({ inicial: '"x"', invalido: true }),
    )
    expect(fieldIn(named)?.default).toEqual(first.default)
    expect(fieldIn(named)?.help).toBeDefined()
  })
})

describe('columns of figures', () => {
  const real = readDefinitions().model
  const own = withStoreFields(real, [{ registro: 'Conta', campo: 'vencimento', titulo: 'Pagar até' }])
  const columnsOf = ({ queries }: typeof real) => {
    const rows = queries.conta_parcelas && resultPartAt(queries.conta_parcelas.result, ['array'])
    return rows?.is === 'rows' ? rows.columns.map(({ title }) => title) : []
  }

  it('bear the name of the field that they tell, in the answer and on the page, and no other changes', () => {
    expect(columnsOf(real)).toContain('Vencimento')
    expect(columnsOf(own)).toEqual(columnsOf(real).map(title => (title === 'Vencimento' ? 'Pagar até' : title)))
    expect(JSON.stringify(own.reports.conta_parcelas?.layout)).toContain('"title":"Pagar até"')
    expect(own.queries.estoque).toBe(real.queries.estoque)
    expect(own.reports.estoque).toBe(real.reports.estoque)
  })
})

it.each([
  ['"INVALIDO" of a choice that is gone', { campo: 'orig', inicial: '77' }, false, 'INVALIDO'],
  ['"INVALIDO" of a record that is gone', { campo: 'grupoId', inicial: '7' }, true, 'INVALIDO'],
  ['"SEM_EFEITO" of a field that is gone', { campo: 'nada', titulo: 'x' }, false, 'SEM_EFEITO'],
  ['"SEM_EFEITO" of a name that the field does not take', { campo: 'ncmId', titulo: 'x' }, false, 'SEM_EFEITO'],
  ['nothing where all holds', { campo: 'grupoId', inicial: '7' }, false, undefined],
])('a setting says %s', (_, setting, isGone, state) => {
  expect(settingState(readDefinitions().model, { registro: 'produtos', ...setting }, isGone)).toBe(state)
})

it.each([
  ['"a"', 'a'],
  ['a', 'a'],
  ['12', '12'],
  ['{', '{'],
])('reads %s as a text', (text, value) => {
  expect(readInitial(first, text)).toEqual({ ok: true, value })
})
