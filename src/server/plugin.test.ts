import { pino } from 'pino'
import { expect, test } from 'vitest'
import { integrationHooksOf, type OpenPlugin, openPlugins } from './plugin.ts'

const ground = { env: {}, demo: false, log: pino({ level: 'silent' }) }

test('what was opened is closed again when another does not open', async () => {
  const closed: string[] = []
  const good: OpenPlugin = async () => ({ name: 'a', operations: [], close: async () => void closed.push('a') })
  const bad: OpenPlugin = async () => {
    throw new Error('CEP_URL is no address of a service')
  }
  await expect(openPlugins([good, bad], ground)).rejects.toThrow('CEP_URL')
  expect(closed).toEqual(['a'])
})

test('what integrations do for the server comes together', async () => {
  const removeMenu = async (): Promise<void> => undefined
  const opened = await openPlugins(
    [async () => ({ name: 'a', operations: [] }), async () => ({ name: 'b', operations: [], hooks: { removeMenu } })],
    ground,
  )
  expect(integrationHooksOf(opened)).toEqual({ removeMenu })
})
