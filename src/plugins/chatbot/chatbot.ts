import type { IntegrationClient } from '../../server/plugin.ts'
import { type Replies, type RobotStatus, readRobotStatus, readRobotToken } from './contract.ts'

/**
 * The service of bots, in a contract of our own (docs/integrations.md). A store's bot is named by the store's key; making it again gives the
 * same bot, with a token that is good now, and removing what is not there is no failure.
 */
export interface Chatbot {
  /** Makes the bot, of the old sort where `waboxapp` says so, and gives its token. */
  make(lojaId: number, waboxapp: boolean): Promise<string>
  status(lojaId: number, token: string): Promise<RobotStatus>
  saveReplies(lojaId: number, token: string, replies: Replies): Promise<void>
  remove(lojaId: number): Promise<void>
}

/** `key` is that of the whole installation: it makes and removes bots; each bot's own token does the rest. */
export function createChatbot(client: IntegrationClient, key: string): Chatbot {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const robot = (lojaId: number): string[] => ['robots', String(lojaId)]
  return {
    make: async (lojaId, waboxapp) =>
      readRobotToken(await client.send('PUT', robot(lojaId), { ...bearer(key), body: { waboxapp } })),
    status: async (lojaId, token) => readRobotStatus(await client.send('GET', robot(lojaId), bearer(token))),
    saveReplies: async (lojaId, token, body) =>
      void (await client.send('PUT', [...robot(lojaId), 'respostas'], { ...bearer(token), body })),
    remove: async lojaId => void (await client.send('DELETE', robot(lojaId), bearer(key))),
  }
}
