import { expect, it } from 'vitest'
import { bookingDefinitions } from '../../src/model/fixtures/bookings.ts'
import { readModel } from '../../src/model/read.ts'
import { readDefinitionFiles } from '../../src/server/start/definitionFiles.ts'
import { describeFollows } from './wayFollows.ts'

const product = readModel(readDefinitionFiles()).model

const followsOf = (model: typeof product, name: string, of: string) => {
  const register = model.registers[name]
  const field = register?.fields.find(one => one.name === of)
  if (!register || !field) throw new Error(`no ${name}.${of}`)
  return describeFollows(model, register, field)
}

it('tells the automations that a way starts, with their steps', () => {
  const follows = followsOf(product, 'pedidos', 'status')
  expect(follows.get('aprovar')).toEqual([
    {
      kind: 'automation',
      title: 'Pedido de compra aprovado vai ao fornecedor',
      words: expect.stringMatching(
        /^Começa a automação “Pedido de compra aprovado vai ao fornecedor” quando .+: escreve um e-mail com o documento e toma o caminho “Pôr em trânsito”$/,
      ),
    },
  ])
  expect(follows.get('enviar')).toEqual([])
})

it('tells who approves a way, how many and when', () => {
  const changed = JSON.parse(JSON.stringify(bookingDefinitions)) as { path: string; text: string }[]
  for (const file of changed)
    if (file.path.endsWith('reservas.schema.json')) {
      const definition = JSON.parse(file.text)
      Object.assign(definition.properties.status.ways.list[0], { approve: { gate: 'owner', people: 2 } })
      file.text = JSON.stringify(definition)
    }
  const { model } = readModel(changed)
  expect(followsOf(model, 'reservas', 'status').get('confirmar')).toEqual([
    {
      kind: 'approval',
      title: 'Aprovam outras duas pessoas',
      words: expect.stringContaining('Aprovam outras duas pessoas, com “'),
    },
  ])
})
