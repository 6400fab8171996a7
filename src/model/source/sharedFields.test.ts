import { expect, test } from 'vitest'
import { readModel } from '../read.ts'

const register = (properties: object): { path: string; text: string } => ({
  path: 'registers/loja/turnos.schema.json',
  text: JSON.stringify(
    {
      $schema: '../../meta/register.json',
      title: 'Turnos',
      type: 'object',
      register: { scope: 'store', label: 'nome', access: { all: 'owner' } },
      properties: { nome: { type: 'string', title: 'Nome', maxLength: 20 }, ...properties },
    },
    null,
    1,
  ),
})

const shared = (properties: object): { path: string; text: string } => ({
  path: 'shared/calendar.json',
  text: JSON.stringify({ $schema: '../meta/shared.json', properties }, null, 1),
})

const weekday = { type: 'integer', title: 'Dia', oneOf: [{ const: 0, title: 'Domingo' }] }

const lineOf = (file: { text: string }, word: string): number => file.text.split('\n').findIndex(line => line.includes(word)) + 1

test('a field takes a shared one over, and what stands beside it wins', () => {
  const { model, problems } = readModel([shared({ weekday }), register({ inicio: { like: 'weekday', title: 'Do dia' } })])
  expect(problems).toEqual([])
  expect(model.registers.turnos?.fields.find(field => field.name === 'inicio')).toMatchObject({
    kind: 'choice',
    title: 'Do dia',
    choices: [{ value: 0, title: 'Domingo' }],
  })
})

test('a shared field may use another in its own list', () => {
  const items = { type: 'object', properties: { dia: { like: 'weekday' } } }
  const { model, problems } = readModel([
    shared({ weekday, days: { type: 'array', title: 'Dias', items } }),
    register({ dias: { like: 'days' } }),
  ])
  expect(problems).toEqual([])
  const rows = model.registers[model.registers.turnos?.lists[0]?.register ?? '']
  expect(rows?.fields.find(field => field.name === 'dia')?.kind).toBe('choice')
})

test('what an action asks for takes a shared field over, too', () => {
  const ui = {
    path: 'registers/loja/turnos.ui.json',
    text: JSON.stringify({
      $schema: '../../meta/register-ui.json',
      actions: [
        {
          id: 'abrir',
          title: 'Abrir',
          icon: 'play',
          place: ['row'],
          ask: { properties: { inicio: { like: 'weekday', title: 'Do dia' } } },
          call: { method: 'POST', path: 'turnos/abrir', body: { dia: 'asked.inicio' } },
        },
      ],
    }),
  }
  const { model, problems } = readModel([shared({ weekday }), register({}), ui])
  expect(problems).toEqual([])
  const [asked] = model.registers.turnos?.views.actions.find(({ id }) => id === 'abrir')?.ask?.fields ?? []
  expect(asked).toMatchObject({ kind: 'choice', title: 'Do dia', choices: [{ value: 0, title: 'Domingo' }] })
})

test('a shared field that is not there is told where it is named, with the nearest one', () => {
  const file = register({ inicio: { like: 'weekdai' } })
  const { model, problems } = readModel([shared({ weekday }), file])
  expect(problems).toMatchObject([
    { file: file.path, code: 'shared-unknown', didYouMean: 'weekday', line: lineOf(file, 'weekdai') },
  ])
  expect(model.registers.turnos).toBeUndefined()
})

test('a mistake in a shared field is told once, in its own file, and takes only those down who use it', () => {
  const file = shared({ weekday: { ...weekday, visibleWhen: 'nonsense >' } })
  const other = { ...register({}), path: 'registers/loja/pausas.schema.json' }
  const { model, problems } = readModel([file, register({ inicio: { like: 'weekday' }, fim: { like: 'weekday' } }), other])
  expect(problems).toMatchObject([{ file: file.path, line: lineOf(file, 'nonsense') }])
  expect(Object.keys(model.registers)).toEqual(['pausas'])
})
