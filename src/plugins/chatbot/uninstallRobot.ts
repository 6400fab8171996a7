import { ApiError, objectOf, operation, type RowOf, requireStore } from '../../server/plugin.ts'
import type { Chatbot } from './chatbot.ts'
import { chatbotRefusals, removeRobot, robotsOf } from './installedRobot.ts'

const output = objectOf({ instalado: { type: 'boolean' } })

/** Removes the store's chatbot, at the service first: what it does not let go stays to be seen here. */
export const uninstallRobot = (chatbot: Chatbot) =>
  operation({
    method: 'DELETE',
    path: 'whatsapp/roboDesinstalar',
    actsOn: { register: 'Whatsapp', act: 'remove' },
    title: 'Desinstalar o chatbot da loja',
    gate: 'owner || admin',
    standsAlone: true,
    input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
    output,
    messages: chatbotRefusals,
    async run(running) {
      const lojaId = requireStore(running.caller)
      const robots = robotsOf(running)
      const { database } = running.writing.service
      const found = await database.read({ stores: [lojaId] }, q => robots.read(q, lojaId))
      if (!found) throw new ApiError(404, 'chatbot.not-installed')
      await removeRobot(chatbot, lojaId)
      await database.write({ stores: [lojaId] }, q => robots.remove(q, lojaId))
      robots.tell(lojaId)
      return { instalado: false }
    },
  })

/** The same by the number, of whatever store: the administrator's. */
export const uninstallNumber = (chatbot: Chatbot) =>
  operation({
    method: 'DELETE',
    path: 'Whatsapp/roboDesinstalarNumber',
    actsOn: { register: 'Whatsapp', act: 'remove' },
    title: 'Desinstalar os chatbots de um número',
    gate: 'admin',
    standsAlone: true,
    input: objectOf({ number: { type: 'string', pattern: '^\\d{8,20}$' } }),
    output,
    messages: [...chatbotRefusals, 'chatbot.number-unknown'],
    async run(running) {
      const { database } = running.writing.service
      const stores = await database.read('all', async q => {
        const { rows } = await q.query<RowOf<'Whatsapp', 'lojaId'>>(
          'SELECT "lojaId"::text AS "lojaId" FROM "Whatsapp" WHERE number = $1 ORDER BY "lojaId"',
          [running.input.number],
        )
        return rows.map(({ lojaId }) => Number(lojaId))
      })
      if (stores.length === 0) throw new ApiError(404, 'chatbot.number-unknown')
      const robots = robotsOf(running)
      for (const lojaId of stores) {
        await removeRobot(chatbot, lojaId)
        await database.write({ stores: [lojaId] }, q => robots.remove(q, lojaId))
        robots.tell(lojaId)
      }
      return { instalado: false }
    },
  })
