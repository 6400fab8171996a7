import { ApiError, faultPoint, inTransaction, objectOf, operation, requireStore, tableOf } from '../../server/plugin.ts'
import type { Chatbot } from './chatbot.ts'
import { askedChatbot, chatbotRefusals, readInstalledRobot, removeRobot, robotsOf, storeModule } from './installedRobot.ts'
import { mayInstallOld } from './robotStatus.ts'

const output = objectOf({ instalado: { type: 'boolean' } })

/**
 * Installs the store's chatbot. The place is taken before the service is asked, so that two never install at once; who is cut off in
 * between finds it there, and the status asks the service for the same bot again.
 */
export const installRobot = (chatbot: Chatbot, domain: string) =>
  operation({
    method: 'POST',
    path: 'whatsapp/roboInstala',
    actsOn: { register: 'Whatsapp', act: 'save' },
    title: 'Instalar o chatbot da loja',
    gate: 'owner || admin',
    standsAlone: true,
    input: {
      type: 'object',
      properties: { lojaId: { type: 'integer' }, waboxapp: { type: 'boolean', description: 'O chatbot antigo' } },
    },
    output,
    messages: [...chatbotRefusals, 'chatbot.installed-already', 'chatbot.module-off', 'chatbot.old-forbidden', 'chatbot.changed'],
    async run(running) {
      const lojaId = requireStore(running.caller)
      const waboxapp = running.input.waboxapp === true
      if (waboxapp && !mayInstallOld(running.caller.email, domain)) throw new ApiError(422, 'chatbot.old-forbidden')
      const robots = robotsOf(running)
      const { register } = tableOf(running.model, 'Whatsapp')
      await inTransaction(running.writing, register, async ({ q }) => {
        const { modulo, uri } = await storeModule(q, lojaId)
        if (!modulo) throw new ApiError(422, 'chatbot.module-off')
        if (await robots.read(q, lojaId, true)) throw new ApiError(409, 'chatbot.installed-already')
        await robots.write(q, lojaId, { waboxapp, appDeliveryUri: uri, status: 'iniciando', ok: false, responder: false })
      })
      const { database } = running.writing.service
      const token = await askedChatbot(chatbot.make(lojaId, waboxapp)).catch(async (error: unknown) => {
        // A bot that never came to be leaves nothing; a status that asked again meanwhile made it after all.
        await database.write({ stores: [lojaId] }, async q => {
          const now = await robots.read(q, lojaId, true)
          if (now && readInstalledRobot(now).token === '') await robots.remove(q, lojaId)
        })
        robots.tell(lojaId)
        throw error
      })
      faultPoint('chatbot-made')
      const isThere = await database.write({ stores: [lojaId] }, async q => {
        if (!(await robots.read(q, lojaId, true))) return false
        await robots.write(q, lojaId, { token })
        return true
      })
      robots.tell(lojaId)
      if (isThere) return { instalado: true }
      await removeRobot(chatbot, lojaId)
      throw new ApiError(409, 'chatbot.changed')
    },
  })
