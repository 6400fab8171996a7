import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRecords } from '../../../scripts/sampleData/record.ts'
import type { Field, Register } from '../../../src/model/model.ts'
import { topLevelRegisters } from '../../../src/model/register.ts'
import { type Answer, type LimitsServer, openLimitsServer } from './everyCall.ts'

/** Values that are no key of a record, as numbers, as texts and as shapes. */
const odd: readonly unknown[] = [1.5, 1e30, -1, '1e3', '1.5', 'NaN', [1], [[1]], { id: 1.5 }]
/** Whole numbers that a column of four bytes does not hold. */
const large: readonly unknown[] = [2_147_483_648, Number.MAX_SAFE_INTEGER]
/** Two of them for each place, other ones for the next: all of them come up many times. */
let place = 0
const someOdd = (): readonly unknown[] => [odd[place++ % odd.length], odd[place++ % odd.length]]
const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value))

let here: LimitsServer
beforeAll(async () => {
  here = await openLimitsServer()
})
afterAll(() => here?.server.close())

interface Told {
  readonly call: string
  readonly answer: Answer
}

const failed = (all: readonly Told[]): string[] =>
  all.flatMap(({ call, answer: { status } }) => {
    if (status < 500) return []
    const why = here.server.logged.findLast(line => line.includes('"err"')) ?? ''
    return [`${status} ${call}: ${/"message":"(.*?)"[,}]/.exec(why)?.[1]}`]
  })

/** Calls whose answer does not refuse the field by its name. */
const unnamed = (all: readonly Told[], path: string): string[] =>
  all.flatMap(({ call, answer: { status, text } }) => {
    if (status === 403 || status === 404) return []
    const isNamed = (status === 422 || status === 400) && text.includes(`"path":"${path}"`)
    return isNamed ? [] : [`${status} ${call} ${text.slice(0, 200)}`]
  })

const keysOf = ({ fields }: Register): Field[] =>
  fields.filter(field => field.reference && !field.reference.textKey && field.stored && field.name !== 'lojaId')

const isWritten = ({ readOnly, compute, visibleWhen }: Field): boolean => !readOnly && compute === undefined && !visibleWhen

const ask = async (method: string, path: string, body?: unknown): Promise<Told> => ({
  call: `${method} ${path} ${JSON.stringify(body) ?? ''}`.slice(0, 300),
  answer: await here.ask(method, `/api/${path}`, body),
})

async function saves(register: Register, given: object): Promise<Told[]> {
  const { name } = register
  const { lojaId } = here
  const [sample = {}] = sampleRecords(here.model, name, 1)
  const id = here.rows.get(name)
  return [
    await ask('POST', `${name}/save`, { ...sample, id: null, version: null, lojaId, ...given }),
    await ask('PATCH', `${name}/${id}`, { lojaId, ...given }),
  ]
}

test('a key that is none is refused by its field in every save', async () => {
  const wrong: string[] = []
  for (const register of topLevelRegisters(here.model)) {
    const writes = ['create', 'change', 'all'].some(act => act in register.access)
    for (const field of keysOf(register))
      for (const key of someOdd()) {
        const told = await saves(register, { [field.name]: key })
        wrong.push(...failed(told), ...(writes && isWritten(field) ? unnamed(told, field.name) : []))
      }
    for (const list of register.lists)
      for (const field of keysOf(here.model.registers[list.register] ?? register))
        for (const key of someOdd()) wrong.push(...failed(await saves(register, { [list.name]: [{ [field.name]: key }] })))
  }
  expect(wrong).toEqual([])
}, 600_000)

test('and in every filter, change of many and address', async () => {
  const wrong: string[] = []
  for (const register of topLevelRegisters(here.model)) {
    const { name } = register
    const at = `lojaId=${here.lojaId}`
    for (const key of odd) {
      const told = [await ask('GET', `${name}/${encodeURIComponent(String(key))}?${at}`)]
      told.push(await ask('PATCH', `${name}/${encodeURIComponent(String(key))}`, { lojaId: here.lojaId }))
      told.push(await ask('POST', `${name}/save`, { id: key, lojaId: here.lojaId }))
      for (const { name: field } of keysOf(register)) {
        told.push(await ask('GET', `${name}?${at}&filter=${json({ where: { [field]: key } })}`))
        told.push(await ask('GET', `${name}?${at}&filter=${json({ where: { [field]: { inq: [key] } } })}`))
        told.push(
          await ask('POST', `${name}/alterarVarios`, { lojaId: here.lojaId, registros: { where: {} }, dados: { [field]: key } }),
        )
      }
      wrong.push(...failed(told))
    }
  }
  expect(wrong).toEqual([])
}, 600_000)

test('and in every input of an operation that is a whole number', async () => {
  const wrong: string[] = []
  const inAddress = (key: unknown): string => encodeURIComponent(typeof key === 'object' ? JSON.stringify(key) : String(key))
  for (const { method, path, query, body } of here.calls) {
    const members = Object.entries({ ...query, ...body })
    const address = `${path.replace(/\{\w+\}/g, '1').slice(1)}?lojaId=${here.lojaId}`
    const whole = Object.fromEntries(members.flatMap(([name, { type }]) => (type === 'integer' ? [[name, 1]] : [])))
    for (const [name, { type }] of members) {
      if (type !== 'integer' && !/Ids?$/.test(name)) continue
      for (const key of [...someOdd(), ...large]) {
        const asked = body
          ? await ask(method, address, { ...whole, lojaId: here.lojaId, [name]: key })
          : await ask(method, `${address}&${name}=${inAddress(key)}`)
        wrong.push(...failed([asked]))
      }
    }
  }
  expect(wrong).toEqual([])
}, 600_000)
