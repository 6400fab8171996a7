import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openPlugins } from './openPlugins.ts'
import type { OpenPlugin } from './plugin.ts'

const context = { env: {}, demo: false, dataDir: '', log: pino({ level: 'silent' }) }

test('what was opened is closed again when another does not open', async () => {
  const closed: string[] = []
  const good: OpenPlugin = async () => ({ name: 'a', operations: [], close: async () => void closed.push('a') })
  const bad: OpenPlugin = async () => {
    throw new Error('CEP_URL is no address of a service')
  }
  await expect(openPlugins([good, bad], context)).rejects.toThrow('CEP_URL')
  expect(closed).toEqual(['a'])
})
