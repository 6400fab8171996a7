import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRecord } from '../../../src/base/record.ts'
import { product } from '../fixtures/product.ts'
import type { TestReply } from '../fixtures/shop.ts'
import { contestedBankCalls } from './contestedBankCalls.ts'
import {
  type ContestContext,
  type ContestedCall,
  newKey,
  openContest,
  contestedCalls as others,
  testedElsewhere,
} from './contestedCalls.ts'
import { contestedFiscalCalls } from './contestedFiscalCalls.ts'

/** Every writing call that an area declares: made by two at once, again under its key, from another store, and with bad input. */

const contestedCalls = { ...others, ...contestedFiscalCalls, ...contestedBankCalls }

let context: ContestContext
beforeAll(async () => {
  context = await openContest()
})
afterAll(() => context?.shop.close())

const writing = product.operations.filter(({ method }) => method !== 'GET')

test('no writing call is left out', () => {
  const known = new Set([...Object.keys(contestedCalls), ...Object.keys(testedElsewhere)])
  expect(writing.map(({ path }) => path).filter(path => !known.has(path))).toEqual([])
  for (const file of Object.values(testedElsewhere)) expect(existsSync(file)).toBe(true)
})

interface Refusal {
  readonly code: string
  readonly message: string
  readonly details?: readonly { readonly path: string; readonly code: string }[]
}

/** A refusal says what is wrong in words, with nothing left open in them. */
const refusalOf = ({ status, body }: TestReply): Refusal => {
  expect([status, body]).toEqual([expect.toSatisfy((code: number) => code >= 400 && code < 500), expect.anything()])
  const { error } = body as { error: Refusal }
  expect(error.code).not.toBe('')
  expect(error.message).toMatch(/^\p{Lu}[^{}]+$/u)
  return error
}

describe.each(Object.entries(contestedCalls))('%s', (path, one) => {
  test('two at once: it is done once, and who is late is told', async () => {
    const input = await one.prepare(context)
    const both = await Promise.all([context.post(path, input), context.post(path, { ...input, ...one.other })])
    const late = both.filter(({ status }) => status >= 300)
    expect(
      late.map(reply => refusalOf(reply).code),
      JSON.stringify(both.map(({ body }) => body)),
    ).toEqual(one.late ? [one.late] : [])
    expect(await one.done(context, input)).toBe(one.each ? 2 : 1)
  })

  test('again under its key it gives the same answer and does nothing', async () => {
    const input = await one.prepare(context)
    const key = newKey()
    const send = () => context.post(path, input, context.ours.store, key)
    const replies = [...(await Promise.all([send(), send()])), await send()]
    expect(replies).toEqual(replies.map(() => ({ ...replies[0], status: 200 })))
    expect(await one.done(context, input)).toBe(1)
  })

  test('from another store, and from one that is not there, nothing of it is reached', async () => {
    const input = await one.prepare(context)
    const before = await one.done(context, input)
    refusalOf(await context.post(path, input, 999_999))
    if (!one.namesNothing) refuse(one, await context.post(path, input, context.theirs.store))
    expect(await one.done(context, input)).toBe(before)
  })

  const declared = writing.find(operation => operation.path === path)
  const { properties = {}, required = [] } = (declared?.input ?? {}) as { properties?: object; required?: string[] }

  test.runIf(required.length > 0)('what is missing is named', async () => {
    const input = await one.prepare(context)
    for (const name of required.filter(each => each !== 'lojaId')) {
      const error = refusalOf(await context.post(path, { ...input, [name]: undefined }))
      expect(
        error.details?.map(detail => detail.path),
        name,
      ).toEqual([name])
    }
  })

  test.runIf(declared)('what is no value of a field is told by the field', async () => {
    const input = await one.prepare(context)
    const typed = Object.entries(properties).filter(
      ([name, schema]) => name !== 'lojaId' && isRecord(schema) && schema.type !== undefined,
    )
    for (const [name] of typed) {
      const error = refusalOf(await context.post(path, { ...input, [name]: { no: 'value' } }))
      expect(
        error.details?.some(detail => detail.path.split('.')[0] === name),
        `${name}: ${JSON.stringify(error)}`,
      ).toBe(true)
    }
  })
})

/** A call of many tells what it refused within; any other refuses. */
function refuse({ toldWithin }: ContestedCall, reply: TestReply): void {
  if (!toldWithin) return void refusalOf(reply)
  const { recusados, resultados } = reply.body as { recusados: number; resultados: { details?: { message: string }[] }[] }
  expect(recusados).toBe(1)
  expect(resultados[0]?.details?.[0]?.message).toMatch(/não existe nesta loja/)
}
