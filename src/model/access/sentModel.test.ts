import { expect, it } from 'vitest'
import { shopDefinitions } from '../fixtures/shop.ts'
import { readModel } from '../read.ts'
import { sentModel } from './sentModel.ts'

const { model } = readModel(shopDefinitions)
const sent = JSON.parse(JSON.stringify(sentModel(model)))

it('is the whole Model but for flags of fields that are not set, and what only tools read of messages', () => {
  const flags = ['required', 'readOnly', 'secret', 'search', 'clone'] as const
  for (const register of Object.values(model.registers)) {
    const fields = sent.registers[register.name].fields.map((field: object) => ({
      ...Object.fromEntries(flags.map(flag => [flag, false])),
      ...field,
    }))
    expect({ ...sent.registers[register.name], fields }).toEqual(JSON.parse(JSON.stringify(register)))
  }
  for (const [code, { text, kind }] of Object.entries(model.messages)) {
    expect(sent.messages[code].text).toEqual(text)
    expect(sent.messages[code].kind).toBe(kind === 'warning' ? kind : undefined)
    expect(sent.messages[code].when).toBeUndefined()
  }
  const { messages: _messages, registers: _registers, ...others } = sent
  const { messages: _known, registers: _all, ...rest } = model
  expect(others).toEqual(JSON.parse(JSON.stringify(rest)))
})

it('says of no field that it is not something', () => {
  const fields = Object.values<{ fields: object[] }>(sent.registers).flatMap(register => register.fields)
  expect(fields.some(field => 'required' in field)).toBe(true)
  expect(fields.filter(field => Object.entries(field).some(([word, value]) => word === 'required' && value === false))).toEqual(
    [],
  )
})
