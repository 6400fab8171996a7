import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Queries } from '../database/queries.ts'
import { readDefinitions } from '../start/definitions.ts'
import { createOwnLimits } from './ownLimits.ts'

const { model } = readDefinitions()

test('an answer that was asked for before the last change never takes the place of a later one', async () => {
  const asked: ((most: number) => void)[] = []
  const q: Queries = {
    spread: false,
    query: async <R extends object>() => {
      const most = await new Promise<number>(answer => asked.push(answer))
      return { rows: [{ key: 'files 7', most }] as unknown as R[], rowCount: 1 }
    },
  }
  const limits = createOwnLimits({ q, log: pino({ enabled: false }), model: () => model })
  const first = limits.ready()
  limits.forget()
  const second = limits.ready()
  asked[1]?.(3)
  await second
  expect(limits.of('files', 7)).toBe(3)
  asked[0]?.(1)
  await first
  expect(limits.of('files', 7)).toBe(3)
})
